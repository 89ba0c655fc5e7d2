import type { Configuration } from '../configured.ts'
import type { EventRow, TypeRow } from '../records/tables.ts'

/** Whether it is published or closed, and not over: only then are places given out by approval, offer or waiting list. */
export function isActive({ status, ends_at }: Pick<EventRow, 'status' | 'ends_at'>, now: number): boolean {
  return (status === 'published' || status === 'closed') && now < ends_at
}

/** Whether registration is open now, for the event and, if given, the type. An event that is over is never open. */
export function isOpen(event: EventRow, type: TypeRow | undefined, now: number): boolean {
  if (event.status !== 'published' || now >= (event.registration_closes ?? event.ends_at)) return false
  if (now < (event.registration_opens ?? 0)) return false
  if (type === undefined) return true
  return now >= (type.opens_at ?? 0) && now < (type.closes_at ?? Number.POSITIVE_INFINITY)
}

/** When time alone next opens or closes the event or one of its types. */
export function nextOpening({ event, types }: Pick<Configuration, 'event' | 'types'>, now: number): number {
  const { registration_opens, registration_closes, ends_at } = event
  const ofTypes = [...types.values()].flatMap(({ opens_at, closes_at }) => [opens_at, closes_at])
  const times = [registration_opens, registration_closes, ends_at, ...ofTypes]
  return Math.min(...times.filter((time) => time !== null && time > now).map(Number))
}
