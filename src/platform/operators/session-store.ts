import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { OperatorTables } from './tables.ts'

const { one, many, run, changed, guarded, tx } = storeOf<OperatorTables>()

export const addSession = tx.insert('operator_sessions')

/** A session that was not used for this long no longer works. */
export const IDLE_MS = 12 * 3_600_000

type Living = { now: number; idleSince: number }

/** Includes the operator's current role; undefined if the session has ended or the operator is disabled. */
export const findLiveSession = one((db, p: Living & { digest: string }) =>
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

export const markSessionUsed = run((db, p: { id: string; now: number; before: number }) =>
  db
    .updateTable('operator_sessions')
    .set({ used_at: p.now })
    .where('id', '=', p.id)
    .where('used_at', '<=', p.before),
)

export const listLiveSessions = many((db, p: Living & { operatorId: string }) =>
  db
    .selectFrom('operator_sessions')
    .select(['id', 'agent', 'created_at', 'used_at', 'ends_at'])
    .where('operator_id', '=', p.operatorId)
    .where('ends_at', '>', p.now)
    .where('used_at', '>', p.idleSince)
    .orderBy('id', 'desc')
    .limit(100),
)

export const removeSession = guarded((db, p: { id: string; operatorId: string }) =>
  db.deleteFrom('operator_sessions').where('id', '=', p.id).where('operator_id', '=', p.operatorId),
)

export const removeSessionsOf = changed((db, operatorId: string) =>
  db.deleteFrom('operator_sessions').where('operator_id', '=', operatorId),
)

const swept = { key: ['id'], inclusive: true }
export const removeEndedSessions = createSweep('operator_sessions', { ...swept, by: 'ends_at' })
export const removeIdleSessions = createSweep('operator_sessions', {
  ...swept,
  by: 'used_at',
  keptMs: IDLE_MS,
})
