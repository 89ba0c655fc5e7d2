import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  asTable: 'Show as a table',
  attention: 'Needs attention',
  checkIns: 'Check-ins, including sessions',
  day: 'Last 24 hours',
  delivered: 'Delivered',
  deliveries: 'Messages sent',
  failed: 'Messages not delivered',
  failedDeliveries: '{count|message|messages} could not be delivered today. See the delivery log.',
  failedTasks: '{count|task|tasks} failed in the last 24 hours',
  guardTrips: '{count|alert|alerts} from SMS fraud protection in the last 24 hours',
  home: 'Home',
  month: 'Last 30 days',
  nothingWaits: 'All clear. Nothing needs your attention.',
  overTime: 'Activity',
  pendingAt: '{count|registration|registrations} awaiting approval: {title}',
  pendingElsewhere: '{count|registration|registrations} awaiting approval at other events',
  registrations: 'Registrations',
  sends: 'Codes sent',
  signIns: 'Sign-ins with the phone',
  stale: 'The server is not responding. These figures may be out of date.',
  thisHour: '{count} this hour',
  time: 'Time',
  today: 'Today',
  total: '{count} total',
  wholeServer: 'Show figures for the whole server',
  year: 'Last 365 days',
} as const

export type HomeTexts = TextsLike<typeof en>
