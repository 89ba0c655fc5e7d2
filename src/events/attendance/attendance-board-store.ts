import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { many, values } = storeOf<EventsTables>('heavy')

type Place = { event_id: string; session_id: string }

/** The people who arrived last, newest first. */
export const readLatest = many((db, place: Place, limit: number) =>
  db
    .selectFrom('events_attendance')
    .selectAll()
    .where('event_id', '=', place.event_id)
    .where('session_id', '=', place.session_id)
    .orderBy('checked_in_at', 'desc')
    .orderBy('attendee_id', 'desc')
    .limit(limit),
)

const between = many((db, p: Place & { from: number; to: number; slot: number }) =>
  db
    .selectFrom('events_attendance')
    .select((eb) => [
      sql<number>`checked_in_at - checked_in_at % ${eb.cast(eb.val(p.slot), 'bigint')}`.as('start'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where('checked_in_at', '>=', p.from)
    .where('checked_in_at', '<', p.to)
    .groupBy('start')
    .orderBy('start'),
)

/** Attendees whose attendance record at this place changed since the given time. */
export const listScannedSince = values((db, p: Place & { since: number }) =>
  db
    .selectFrom('events_attendance')
    .select('attendee_id')
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where('updated_at', '>=', p.since)
    .orderBy('attendee_id'),
)

/** Counts arrivals per time slot; slots without arrivals are absent. */
export function countArrivals(
  db: Reader,
  place: Place,
  span: { from: number; to: number; slot: number },
): Promise<{ start: number; count: number }[]> {
  return between(db, { ...place, ...span })
}
