import type { Glossary } from './glossary.ts'

export const en: Glossary = [
  {
    say: 'waiting list',
    means: 'People who are waiting for a place.',
    avoid: ['wait ?list', 'queue', 'in line', 'the line', 'line of waiting'],
  },
  {
    say: 'ticket type',
    means: 'The API calls it a registration type.',
    avoid: ['kinds? of (?:registration|ticket|attendee)s?', 'registration types?'],
  },
  {
    say: 'sign in',
    means: 'To show who you are. The opposite is "sign out".',
    avoid: ['log ?in', 'log ?out', 'logon'],
  },
  {
    say: 'create',
    avoid: [
      '(?:make|makes|made|making) (?:a|an|one|two|it|my|your|another|the (?:event|key|file|application|identity))',
    ],
  },
  {
    say: 'verified',
    means: 'Of an address or a name that was checked.',
    avoid: ['prove', 'proves', 'proven', 'unproven', 'nothing proven'],
  },
  { say: 'awaiting approval', avoid: ['wait(?:s|ing)? for approval'] },
  { say: 'expired, no longer valid', avoid: ['no longer good', 'stays good', 'is good for'] },
  { say: 'someone', avoid: ['somebody', 'whoever', 'whom'] },
  { say: 'no one', avoid: ['nobody'] },
  { say: 'everyone', avoid: ['everybody'] },
  { say: 'automatically', avoid: ['by (?:itself|themselves)'] },
  { say: 'its own', avoid: ['of (?:its|their|her|his|your|my) own'] },
  { say: 'since, in the meantime', avoid: ['meanwhile'] },
  { say: 'anyway', avoid: ['all the same'] },
  { say: 'continue', avoid: ['(?:go|goes|going) on'] },
  { say: 'is notified, sees', avoid: ['(?:is|are|be) told'] },
  { say: 'unblock', avoid: ['lift the block', 'block is lifted'] },
  { say: 'e-mail', means: 'Also for mails to attendees.', avoid: ['email', 'mailbox'] },
  { say: 'optional', avoid: ['if you like'] },
]
