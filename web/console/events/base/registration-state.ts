import type { EventAnswer } from './event.ts'

/** What decides whether people can register. */
type RegistrationState = 'draft' | 'soon' | 'open' | 'full' | 'line' | 'closed' | 'over' | 'cancelled'

type Judged = Pick<
  EventAnswer,
  'status' | 'end' | 'registrationOpens' | 'registrationCloses' | 'remaining' | 'waitlistEnabled'
>

/** Whether somebody can register for the event now, and why not. */
export function registrationStateOf(event: Judged, now: number): RegistrationState {
  if (event.status === 'draft') return 'draft'
  if (event.status === 'cancelled') return 'cancelled'
  if (event.status === 'completed' || now >= Date.parse(event.end)) return 'over'
  if (event.status !== 'published') return 'closed'
  if (event.registrationCloses !== null && now >= Date.parse(event.registrationCloses)) return 'closed'
  if (event.registrationOpens !== null && now < Date.parse(event.registrationOpens)) return 'soon'
  if (event.remaining !== 0) return 'open'
  return event.waitlistEnabled ? 'line' : 'full'
}
