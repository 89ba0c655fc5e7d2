import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  allDone: 'All set. You can find these steps again in the menu.',
  application: 'Create an application',
  applicationHelp: 'Your shop or app needs an API key to use two-factor sign-in. The key is shown once.',
  applicationWay: 'Open API keys',
  cardTitle: 'Getting started',
  code: 'Send a test code',
  codeHelp:
    'The test bench sends a code to a phone number and verifies it. Without an SMS gateway, you read the message in the outbox.',
  codeWay: 'Open the test bench',
  colleagues: 'Invite a colleague',
  colleaguesHelp: 'Have at least two owners: if one loses their passkey, the other can let them back in.',
  colleaguesWay: 'Open operators',
  event: 'Create an event',
  eventHelp:
    'All it needs is a title, a date and the number of places. You can add ticket types, options, the form and the schedule later.',
  eventWay: 'Create event',
  makeOrganisation: 'Create organisation',
  messages: 'Set up e-mail and SMS',
  messagesHelp:
    'Until you set up a gateway, messages stay in the outbox on this server. That is fine for testing, but no one receives anything.',
  messagesWay: 'Open settings',
  nextStep: 'Next: {step}',
  open: 'Open registration',
  openGuide: 'Show all steps',
  openHelp: 'Publish the event. People can then register on its page, and you can share the link.',
  openWay: 'Open the event',
  organisation: 'Name your organisation',
  organisationHelp: 'Your events, applications and contacts belong to it. Most servers need just one.',
  organisationName: 'Organisation name',
  organisationWay: 'Rename it',
  passkey: 'Add a passkey',
  passkeyHelp:
    'You sign in with your phone, computer or security key. Add a second one in case you lose the first.',
  passkeyWay: 'Open your account',
  putAway: 'Hide',
  start: 'First steps',
  startLead: 'From an empty server to your first event and your first code. Take the steps in any order.',
  stepDone: 'done',
  stepsDone: '{done} of {total} steps done',
} as const

export type StartTexts = TextsLike<typeof en>
