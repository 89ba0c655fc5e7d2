import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  asTable: 'Show the numbers as a table',
  attention: 'Needs attention',
  checkIns: 'Check-ins',
  day: 'Last 24 hours',
  delivered: 'Delivered',
  deliveries: 'Messages delivered',
  failed: 'Messages not delivered',
  failedDeliveries: 'messages could not be delivered today: see the delivery log',
  failedTasks: 'tasks failed within a day',
  guardTrips: 'times the pumping guard stepped in within a day',
  home: 'Home',
  month: 'Last 30 days',
  nothingWaits: 'Nothing needs your attention.',
  overTime: 'Over time',
  pendingAt: 'registrations awaiting approval: {title}',
  pendingElsewhere: 'registrations awaiting approval at other events',
  registrations: 'Registrations',
  sends: 'Codes sent',
  signIns: 'Sign-ins by phone',
  stale: 'The server does not answer at the moment: these numbers are not up to date.',
  thisHour: '{count} this hour',
  time: 'Time',
  today: 'Today',
  total: '{count} in all',
  wholeServer: 'Show the numbers of the whole server',
  year: 'Last 365 days',
} as const

export type HomeTexts = TextsLike<typeof en>
