import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AttendanceRow, EventsTables } from '../records/tables.ts'

const statement = statementsOf<EventsTables>('heavy')

type Place = { event_id: string; session_id: string }

const latest = statement((db, p: Place & { limit: number }) =>
  db
    .selectFrom('events_attendance')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .orderBy('checked_in_at', 'desc')
    .orderBy('attendee_id', 'desc')
    .limit(p.limit),
)
const between = statement((db, p: Place & { from: number; to: number; slot: number }) =>
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

const scannedSince = statement((db, p: Place & { since: number }) =>
  db
    .selectFrom('events_attendance')
    .select('attendee_id')
    .where('event_id', '=', p.event_id)
    .where('session_id', '=', p.session_id)
    .where('updated_at', '>=', p.since)
    .orderBy('attendee_id'),
)

/** Whose record of the place changed since then. */
export async function listScannedSince(db: Reader, asked: Place & { since: number }): Promise<string[]> {
  return (await db.all(scannedSince, asked)).map(({ attendee_id }) => attendee_id)
}

/** Who came last, the last first. */
export function readLatest(db: Reader, place: Place, limit: number): Promise<AttendanceRow[]> {
  return db.all(latest, { ...place, limit })
}

/** How many came in each slot that somebody came in. */
export function countArrivals(
  db: Reader,
  place: Place,
  span: { from: number; to: number; slot: number },
): Promise<{ start: number; count: number }[]> {
  return db.all(between, { ...place, ...span })
}
