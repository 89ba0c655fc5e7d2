import type { TextsLike } from '../../ui/texts/i18n.ts'

export const en = {
  account: 'Your account',
  appName: 'Lanyard Console',
  appShort: 'Console',
  ended: 'Your session has ended. Sign in again: this page waits for you.',
  forbidden: 'Not for your role',
  forbiddenLead: 'Your role, {role}, does not include this page. Ask an owner if you need it.',
  groupEvents: 'Events',
  groupOverview: 'Overview',
  groupServer: 'Server',
  groupServices: 'Sign-in and messages',
  home: 'Go to the first page',
  menu: 'Menu',
  navLabel: 'Places',
  notFound: 'Nothing here',
  notFoundLead: 'There is no page at this address.',
  offline: 'You are offline. What needs the server waits until you are back.',
  organisation: 'Organisation',
  organisationChanged: 'This belongs to “{name}”: the console now shows that organisation.',
  roleOrganiser: 'organiser',
  roleOwner: 'owner',
  roleReadOnly: 'read-only',
  roleSupport: 'support',
  signIn: 'Sign in',
  signOut: 'Sign out',
  skip: 'Skip to the content',
} as const

export type ConsoleTexts = TextsLike<typeof en>
