import type { Reader, Transaction, Writer } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import type { CallbackRow, TwofactorTables } from './tables.ts'

const statement = statementsOf<TwofactorTables>()

type Claim = { application_id: string; now: number; until: number; limit: number }
type Delay = Pick<CallbackRow, 'uuid' | 'attempts' | 'due_at'>

const insert = statement((db, p: CallbackRow) =>
  db
    .insertInto('twofactor_callbacks')
    .values({
      uuid: p.uuid,
      application_id: p.application_id,
      attempts: p.attempts,
      due_at: p.due_at,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing()),
)
/** Whoever claims has them until then: after a crash they are due again. */
const claim = statement((db, p: Claim) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ due_at: p.until })
    .where('uuid', 'in', (inner) =>
      inner
        .selectFrom('twofactor_callbacks')
        .select('uuid')
        .where('application_id', '=', p.application_id)
        .where('due_at', '<=', p.now)
        .orderBy('due_at')
        .limit(p.limit),
    )
    .where('due_at', '<=', p.now)
    .returningAll(),
)
const postpone = statement((db, p: Delay) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ attempts: p.attempts, due_at: p.due_at })
    .where('uuid', '=', p.uuid),
)
const remove = statement((db, p: { uuid: string }) =>
  db.deleteFrom('twofactor_callbacks').where('uuid', '=', p.uuid),
)
const waiting = statement((db, p: { now: number }) =>
  db
    .selectFrom('twofactor_callbacks')
    .select('application_id')
    .distinct()
    .where('due_at', '<=', p.now)
    .limit(1_000),
)

export async function insertCallback(tx: Transaction, row: CallbackRow): Promise<void> {
  await tx.run(insert, row)
}

export function claimCallbacks(db: Writer, wanted: Claim): Promise<CallbackRow[]> {
  return db.all(claim, wanted)
}

export async function postponeCallback(tx: Transaction, delay: Delay): Promise<void> {
  await tx.run(postpone, delay)
}

export async function deleteCallback(db: Writer, uuid: string): Promise<void> {
  await db.run(remove, { uuid })
}

export async function listWaitingApplications(db: Reader, now: number): Promise<string[]> {
  return (await db.all(waiting, { now })).map((row) => row.application_id)
}
