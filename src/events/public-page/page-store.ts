import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import {
  type EventsTables,
  liveStates,
  type PageCodeRow,
  type PlaceRow,
  type RegistrationRow,
} from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

const findByCode = statement((db, p: { code_key: string }) =>
  db
    .selectFrom('events_events')
    .select(['id', 'organisation_id'])
    .where('code_key', '=', p.code_key)
    .where('deleted_at', 'is', null),
)
const limited = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_places')
    .select(['id', 'capacity', 'taken'])
    .where('event_id', '=', p.event_id)
    .where('capacity', 'is not', null),
)
const liveOf = statement((db, p: { event_id: string; live_email: string }) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('live_email', '=', p.live_email)
    .where('status', 'in', liveStates)
    .where('deleted_at', 'is', null),
)
const endedOf = statement((db, p: { event_id: string; email_key: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('email_key', '=', p.email_key)
    .where('status', 'not in', liveStates)
    .orderBy('id', 'desc')
    .limit(1),
)
const insertCode = statement((db, p: PageCodeRow) =>
  db.insertInto('events_page_codes').values({
    id: p.id,
    event_id: p.event_id,
    phone: p.phone,
    code: p.code,
    tries: p.tries,
    expires_at: p.expires_at,
    spent_at: p.spent_at,
  }),
)
/** Every look counts, also the right one: the row count says whether there was one left. */
const tryCode = statement((db, p: { id: string; event_id: string; now: number; most: number }) =>
  db
    .updateTable('events_page_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', p.id)
    .where('event_id', '=', p.event_id)
    .where('tries', '<', p.most)
    .where('expires_at', '>', p.now),
)
const findCode = statement((db, p: { id: string }) =>
  db.selectFrom('events_page_codes').selectAll().where('id', '=', p.id),
)
const spendCode = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('events_page_codes')
    .set({ spent_at: p.now })
    .where('id', '=', p.id)
    .where('spent_at', 'is', null),
)
const sweep = createSweep('events_page_codes', { key: ['id'], by: 'expires_at' })

/** Of whatever organisation: codes are unique on a server. */
export function findIdsByCode(
  db: Reader,
  codeKey: string,
): Promise<{ id: string; organisation_id: string } | undefined> {
  return db.first(findByCode, { code_key: codeKey })
}

/** Everything of an event that is limited, in one read. */
export function listLimited(
  db: Reader,
  eventId: string,
): Promise<Pick<PlaceRow, 'id' | 'capacity' | 'taken'>[]> {
  return db.all(limited, { event_id: eventId })
}

export function findLiveOf(
  db: Reader,
  eventId: string,
  emailKey: string,
): Promise<RegistrationRow | undefined> {
  return db.first(liveOf, { event_id: eventId, live_email: emailKey })
}

/** Its id: of the last one that was cancelled, declined or has expired. */
export async function findEndedOf(
  db: Reader,
  eventId: string,
  emailKey: string,
): Promise<string | undefined> {
  return (await db.first(endedOf, { event_id: eventId, email_key: emailKey }))?.id
}

export async function addCode(tx: Writer, row: PageCodeRow): Promise<void> {
  await tx.run(insertCode, row)
}

/** Counts a try; undefined where there is none left, or no such code. */
export async function takeTry(
  tx: Writer,
  wanted: { id: string; event_id: string; now: number; most: number },
): Promise<PageCodeRow | undefined> {
  return (await tx.run(tryCode, wanted)) === 1 ? tx.first(findCode, { id: wanted.id }) : undefined
}

/** False: somebody else has used it. */
export async function markSpent(tx: Writer, id: string, now: number): Promise<boolean> {
  return (await tx.run(spendCode, { id, now })) === 1
}

export function sweepCodes(db: Writer, now: number): Promise<number> {
  return sweep(db, now + 1)
}
