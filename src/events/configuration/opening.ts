import type { EventRow, TypeRow } from '../records/tables.ts'

/** Published or closed, and not over yet: only then does anyone get a place from the line, by approval or by an offer. */
export function isActive({ status, ends_at }: Pick<EventRow, 'status' | 'ends_at'>, now: number): boolean {
  return (status === 'published' || status === 'closed') && now < ends_at
}

/** Whether registrations are taken now: of the event, and of the type where one is named. An event that is over takes none. */
export function isOpen(event: EventRow, type: TypeRow | undefined, now: number): boolean {
  if (event.status !== 'published' || now >= (event.registration_closes ?? event.ends_at)) return false
  if (now < (event.registration_opens ?? 0)) return false
  if (type === undefined) return true
  return now >= (type.opens_at ?? 0) && now < (type.closes_at ?? Number.POSITIVE_INFINITY)
}
