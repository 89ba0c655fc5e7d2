import { sql } from 'kysely'
import { byIds, type Ids, readCalls } from '../../kernel/database/by-ids.ts'
import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import { type EventsTables, liveStates, type PageCodeRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()
const { one, value, guarded, insert } = storeOf<EventsTables>()

/** Searches all organisations: codes are unique on a server. */
export const findIdsByCode = one((db, codeKey: string) =>
  db
    .selectFrom('events_events')
    .select(['id', 'organisation_id'])
    .where('code_key', '=', codeKey)
    .where('deleted_at', 'is', null),
)

const countersOf = byIds([1, 10, 50], (idsIn) =>
  statement((db, p: Ids) =>
    db
      .selectFrom('events_places')
      .select([
        'event_id',
        sql<string>`string_agg(id || ' ' || case when capacity > taken then capacity - taken else 0 end, ',')`.as(
          'left',
        ),
      ])
      .where('event_id', 'in', idsIn(p))
      .where('capacity', 'is not', null)
      .groupBy('event_id'),
  ),
)

/**
 * By event, the counters that have a limit, as `id left,id left`; events without any are left out. One text is read and
 * compared in a quarter of the time that a row for each takes.
 */
export async function readLeft(db: Reader, eventIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await readCalls(db, countersOf(eventIds, {}))
  return new Map(rows.map(({ event_id, left }) => [event_id, left]))
}

/** The range and the order say which index to use, also while the event is still empty. */
export const findLiveOf = one((db, eventId: string, emailKey: string) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('live_email', '>=', emailKey)
    .where('live_email', '<=', emailKey)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null)
    .orderBy('live_email'),
)

/** The id of the address's latest registration that was cancelled, declined or has expired. */
export const findEndedOf = value((db, eventId: string, emailKey: string) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', eventId)
    .where('email_key', '=', emailKey)
    .where('status', 'not in', liveStates)
    .orderBy('id', 'desc')
    .limit(1),
)

export const addCode = insert('events_page_codes')

/** Every attempt counts, also a correct one; the row count tells whether one was left. */
const tryCode = guarded((db, p: { id: string; event_id: string; now: number; most: number }) =>
  db
    .updateTable('events_page_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', p.id)
    .where('event_id', '=', p.event_id)
    .where('tries', '<', p.most)
    .where('expires_at', '>', p.now),
)
const findCode = one((db, p: { id: string }) =>
  db.selectFrom('events_page_codes').selectAll().where('id', '=', p.id),
)

/** False if the code has already been used. */
export const markSpent = guarded((db, id: string, now: number) =>
  db
    .updateTable('events_page_codes')
    .set({ spent_at: now })
    .where('id', '=', id)
    .where('spent_at', 'is', null),
)

/** Deletes expired codes that the registration page had sent to phones. */
export const sweepPageCodes = createSweep('events_page_codes', {
  key: ['id'],
  by: 'expires_at',
  inclusive: true,
})

/** Counts an attempt; undefined if none is left or if there is no such code. */
export async function takeTry(
  tx: Writer,
  wanted: { id: string; event_id: string; now: number; most: number },
): Promise<PageCodeRow | undefined> {
  return (await tryCode(tx, wanted)) ? findCode(tx, { id: wanted.id }) : undefined
}
