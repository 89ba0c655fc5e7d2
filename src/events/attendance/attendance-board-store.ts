import { type SqlBool, sql } from 'kysely'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables } from '../records/tables.ts'

const { one, many } = storeOf<EventsTables>('heavy')

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

type Arrival = { checked_in_at: number; attendee_id: string }
type Arrivals = Place & { to: number; after_time: number; after_id: string }

/** The arrival that is `offset` places further on; it and all before it are counted together. */
const arrivalAt = one((db, p: Arrivals, offset: number) =>
  db
    .selectFrom('events_attendance')
    .select(['checked_in_at', 'attendee_id'])
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where(sql<SqlBool>`(checked_in_at, attendee_id) > (${p.after_time}, ${p.after_id})`)
    .where('checked_in_at', '<', p.to)
    .orderBy('checked_in_at')
    .orderBy('attendee_id')
    .limit(1)
    .offset(offset),
)

const between = many((db, p: Arrivals, slot: number, end: Arrival) =>
  db
    .selectFrom('events_attendance')
    .select((eb) => [
      sql<number>`checked_in_at - checked_in_at % ${eb.cast(eb.val(slot), 'bigint')}`.as('start'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where(sql<SqlBool>`(checked_in_at, attendee_id) > (${p.after_time}, ${p.after_id})`)
    .where(sql<SqlBool>`(checked_in_at, attendee_id) <= (${end.checked_in_at}, ${end.attendee_id})`)
    .groupBy('start'),
)

const COUNTED_AT_ONCE = 2_000

/** Counts arrivals per time slot, in order; slots without arrivals are absent. Counted in slices. */
export async function countArrivals(
  db: Reader,
  place: Place,
  { from, to, slot }: { from: number; to: number; slot: number },
): Promise<{ start: number; count: number }[]> {
  const counts = new Map<number, number>()
  let after = { after_time: from, after_id: '' }
  for (;;) {
    const rest = { ...place, to, ...after }
    const end = await arrivalAt(db, rest, COUNTED_AT_ONCE - 1)
    const until = end ?? { checked_in_at: to, attendee_id: '' }
    for (const { start, count } of await between(db, rest, slot, until))
      counts.set(start, (counts.get(start) ?? 0) + count)
    if (end === undefined) break
    after = { after_time: end.checked_in_at, after_id: end.attendee_id }
    await letOthersRun()
  }
  return [...counts].sort(([a], [b]) => a - b).map(([start, count]) => ({ start, count }))
}

type Scanned = { updated_at: number; attendee_id: string }

const scannedAfter = many((db, p: Place, after: Scanned, limit: number) =>
  db
    .selectFrom('events_attendance')
    .select(['updated_at', 'attendee_id'])
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where(sql<SqlBool>`(updated_at, attendee_id) > (${after.updated_at}, ${after.attendee_id})`)
    .orderBy('updated_at')
    .orderBy('attendee_id')
    .limit(limit),
)

/** Attendees whose attendance record at this place changed since the given time, some at a time. */
export async function* listScannedSince(
  db: Reader,
  place: Place,
  { since, limit }: { since: number; limit: number },
): AsyncGenerator<string[]> {
  const start: Scanned = { updated_at: since, attendee_id: '' }
  for await (const rows of slicesOf<Scanned>(limit, (last = start) => scannedAfter(db, place, last, limit)))
    yield rows.map(({ attendee_id }) => attendee_id)
}
