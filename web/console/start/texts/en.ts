import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  allDone: 'Everything is set up. You find this guide again in the menu.',
  application: 'Make an application',
  applicationHelp:
    'An application is what calls the two-factor service: your shop, your app. It gets an API key, which is shown once.',
  applicationWay: 'To the applications',
  cardTitle: 'Getting started',
  code: 'Send a code and verify it',
  codeHelp:
    'The test bench sends a code to a phone number and checks it. Without a gateway the message stays in the outbox, where you can read it.',
  codeWay: 'To the test bench',
  colleagues: 'Invite a colleague',
  colleaguesHelp: 'Two owners are safer than one: if one loses their passkey, the other lets them in again.',
  colleaguesWay: 'To the operators',
  event: 'Make an event',
  eventHelp:
    'Give it a title, a time and a number of places. Types, options, the form and the schedule can follow later.',
  eventWay: 'Make an event',
  makeOrganisation: 'Make the organisation',
  messages: 'Let messages out',
  messagesHelp:
    'Until you set a gateway for text messages or e-mail, every message stays on this machine: good for trying things, and nobody receives anything.',
  messagesWay: 'See the settings',
  nextStep: 'Next: {step}.',
  open: 'Open it for registration',
  openGuide: 'Open the guide',
  openHelp: 'Publish the event. Its page then takes registrations, and you can share its address.',
  openWay: 'To the event',
  organisation: 'Name your organisation',
  organisationHelp: 'Events, applications and contacts belong to an organisation. Most servers have one.',
  organisationName: 'Name of the organisation',
  organisationWay: 'To the organisations',
  passkey: 'Add a passkey',
  passkeyHelp:
    'You sign in with your phone, your computer or a security key. A second one helps when the first is lost.',
  passkeyWay: 'To your account',
  putAway: 'Do not show this here',
  start: 'First steps',
  startLead: 'From an empty server to your first event and your first code. Every step can be done later.',
  stepDone: 'done',
  stepsDone: '{done} of {total} steps are done.',
} as const

export type StartTexts = TextsLike<typeof en>
