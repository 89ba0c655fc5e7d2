import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { OperatorTables, SessionRow } from './tables.ts'

const statement = statementsOf<OperatorTables>()

const insertSession = statement((db, p: SessionRow) =>
  db.insertInto('operator_sessions').values({
    id: p.id,
    operator_id: p.operator_id,
    digest: p.digest,
    agent: p.agent,
    created_at: p.created_at,
    used_at: p.used_at,
    ends_at: p.ends_at,
  }),
)
const selectLiveSession = statement((db, p: { digest: string; now: number; idleSince: number }) =>
  db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators as operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'session.operator_id', 'session.used_at', 'session.ends_at'])
    .select(['operator.role', 'operator.organisation_id'])
    .where('session.digest', '=', p.digest)
    .where('session.ends_at', '>', p.now)
    .where('session.used_at', '>', p.idleSince)
    .where('operator.disabled_at', 'is', null),
)
const updateUsed = statement((db, p: { id: string; now: number; before: number }) =>
  db
    .updateTable('operator_sessions')
    .set({ used_at: p.now })
    .where('id', '=', p.id)
    .where('used_at', '<=', p.before),
)
const selectSessions = statement((db, p: { operatorId: string; now: number; idleSince: number }) =>
  db
    .selectFrom('operator_sessions')
    .select(['id', 'agent', 'created_at', 'used_at', 'ends_at'])
    .where('operator_id', '=', p.operatorId)
    .where('ends_at', '>', p.now)
    .where('used_at', '>', p.idleSince)
    .orderBy('id', 'desc')
    .limit(100),
)
const deleteSession = statement((db, p: { id: string; operatorId: string }) =>
  db.deleteFrom('operator_sessions').where('id', '=', p.id).where('operator_id', '=', p.operatorId),
)
const deleteSessionsOf = statement((db, p: { operatorId: string }) =>
  db.deleteFrom('operator_sessions').where('operator_id', '=', p.operatorId),
)
const sweepEnded = createSweep('operator_sessions', { key: ['id'], by: 'ends_at' })
const sweepIdle = createSweep('operator_sessions', { key: ['id'], by: 'used_at' })

type Living = { now: number; idleSince: number }

export async function addSession(tx: Transaction, row: SessionRow): Promise<void> {
  await tx.run(insertSession, row)
}

/** With the role that its operator has now; undefined where either has ended. */
export function findLiveSession(db: Reader, session: Living & { digest: string }) {
  return db.first(selectLiveSession, session)
}

export async function markSessionUsed(
  db: Writer,
  use: { id: string; now: number; before: number },
): Promise<void> {
  await db.run(updateUsed, use)
}

export function listLiveSessions(db: Reader, of: Living & { operatorId: string }) {
  return db.all(selectSessions, of)
}

export async function removeSession(
  db: Writer,
  session: { id: string; operatorId: string },
): Promise<boolean> {
  return (await db.run(deleteSession, session)) === 1
}

export function removeSessionsOf(db: Writer, operatorId: string): Promise<number> {
  return db.run(deleteSessionsOf, { operatorId })
}

/** Also those that end at this very millisecond: they let nobody in either. */
export async function removeEndedSessions(db: Writer, { now, idleSince }: Living): Promise<void> {
  await sweepEnded(db, now + 1)
  await sweepIdle(db, idleSince + 1)
}
