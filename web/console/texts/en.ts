import type { TextsLike } from '../../ui/texts/i18n.ts'

export const en = {
  account: 'Your account',
  appName: 'Lanyard Console',
  appShort: 'Console',
  closed: 'You don’t have access to this organisation',
  closedLead: 'Ask an owner for access, or continue in one of your organisations.',
  ended: 'Your session has ended. Sign in again to continue on this page.',
  forbidden: 'You don’t have access to this page',
  forbiddenLead: 'Your role ({role}) does not include it. Ask an owner if you need access.',
  groupEvents: 'Events',
  groupOverview: 'General',
  groupServer: 'Server',
  groupServices: 'Sign-in and messages',
  home: 'Go to Home',
  menu: 'Menu',
  navLabel: 'Main navigation',
  notFound: 'Page not found',
  notFoundLead: 'There is no page at this address. Check the link, or start from Home.',
  offline: 'You are offline. Some things only work once you are connected again.',
  organisation: 'Organisation',
  organisationChanged: 'Switched to “{name}”, because this page belongs to it.',
  roleOrganiser: 'organiser',
  roleOwner: 'owner',
  roleReadOnly: 'read-only',
  roleSupport: 'support',
  signIn: 'Sign in',
  signOut: 'Sign out',
  skip: 'Skip to content',
  agent: '{browser} on {system}',
} as const

export type ConsoleTexts = TextsLike<typeof en>
