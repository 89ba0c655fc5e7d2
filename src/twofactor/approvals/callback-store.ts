import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { Claim } from '../../platform/jobs/receiver-queue.ts'
import type { CallbackRow, TwofactorTables } from '../base/tables.ts'

const statement = statementsOf<TwofactorTables>()

/** A process still has a row where `due_at` is what it set. */
type Held = Pick<CallbackRow, 'uuid'> & { claimed: number }

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
        .where('application_id', '=', p.receiver)
        .where('due_at', '<=', p.now)
        .orderBy('due_at')
        .limit(p.limit),
    )
    .where('due_at', '<=', p.now)
    .returningAll(),
)
const hold = statement((db, p: Held & { until: number }) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ due_at: p.until })
    .where('uuid', '=', p.uuid)
    .where('due_at', '=', p.claimed),
)
const postpone = statement((db, p: Held & { attempts: number; due_at: number }) =>
  db
    .updateTable('twofactor_callbacks')
    .set({ attempts: p.attempts, due_at: p.due_at })
    .where('uuid', '=', p.uuid)
    .where('due_at', '=', p.claimed),
)
const nextDue = statement((db, p: { application_id: string }) =>
  db
    .selectFrom('twofactor_callbacks')
    .select('due_at')
    .where('application_id', '=', p.application_id)
    .orderBy('due_at')
    .limit(1),
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

/** False where another process has claimed it since. */
export async function holdCallback(
  db: Writer,
  { uuid, due_at }: Pick<CallbackRow, 'uuid' | 'due_at'>,
  until: number,
): Promise<boolean> {
  return (await db.run(hold, { uuid, claimed: due_at, until })) === 1
}

export async function postponeCallback(
  db: Writer,
  { uuid, due_at }: Pick<CallbackRow, 'uuid' | 'due_at'>,
  next: Pick<CallbackRow, 'attempts' | 'due_at'>,
): Promise<void> {
  await db.run(postpone, { uuid, claimed: due_at, ...next })
}

export async function findNextCallback(db: Reader, applicationId: string): Promise<number | undefined> {
  return (await db.first(nextDue, { application_id: applicationId }))?.due_at
}

export async function deleteCallback(db: Writer, uuid: string): Promise<void> {
  await db.run(remove, { uuid })
}

export async function listWaitingApplications(db: Reader, now: number): Promise<string[]> {
  return (await db.all(waiting, { now })).map((row) => row.application_id)
}
