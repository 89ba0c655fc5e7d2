import { type SelectQueryBuilder, sql } from 'kysely'
import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep, deleteInBatches } from '../../kernel/database/sweep.ts'
import type { TaskRow, TaskState, TaskTables } from './tables.ts'

const statement = statementsOf<TaskTables>()
const { one, value, guarded, tx } = storeOf<TaskTables>()

const DAY_MS = 24 * 3_600_000

export const insertTask = tx.insert('tasks')

export const findTaskRow = one((db, id: string) => db.selectFrom('tasks').selectAll().where('id', '=', id))

const begin = tx.one((db, p: { id: string; run: string; now: number }) =>
  db
    .updateTable('tasks')
    .set((row) => ({
      state: 'running',
      run: p.run,
      started_at: row.fn.coalesce('started_at', row.cast<number>(row.val(p.now), 'bigint')),
    }))
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll(),
)
const dropUnsettled = tx.run((db, p: { id: string; chunks: number }) =>
  db.deleteFrom('task_outputs').where('task_id', '=', p.id).where('seq', '>=', p.chunks),
)

export type TaskStart = { id: string; run: string }

/** A run's progress; only the run that currently has the task may write it. */
export type TaskStep = { done: number; total: number | null; checkpoint: string | null; chunks: number }

export const storeStep = guarded((db, p: TaskStart & TaskStep) =>
  db
    .updateTable('tasks')
    .set({ done: p.done, total: p.total, checkpoint: p.checkpoint, chunks: p.chunks })
    .where('id', '=', p.id)
    .where('run', '=', p.run)
    .where('state', '=', 'running'),
)

export const insertOutput = tx.run((db, p: { id: string; seq: number; text: string }) =>
  db.insertInto('task_outputs').values({ task_id: p.id, seq: p.seq, text: p.text }),
)

type End = { state: TaskState; result: string | null; failure: string | null; now: number }

export const storeEnd = guarded((db, p: TaskStart & End) =>
  db
    .updateTable('tasks')
    .set({ state: p.state, result: p.result, failure: p.failure, finished_at: p.now, payload: '' })
    .where('id', '=', p.id)
    .where('run', '=', p.run)
    .where('state', '=', 'running'),
)

/** Ends the task whichever run has it: it was cancelled or given up. */
export const storeEndOfAny = guarded((db, p: { id: string } & End) =>
  db
    .updateTable('tasks')
    .set({ state: p.state, result: p.result, failure: p.failure, finished_at: p.now, payload: '' })
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'running']),
)

export const findOutputText = value((db, id: string, seq: number) =>
  db.selectFrom('task_outputs').select('text').where('task_id', '=', id).where('seq', '=', seq),
)

const deleteOutputs = statement((db, p: { before: number; limit: number }) =>
  db
    .deleteFrom('task_outputs')
    .where(
      sql`(task_id, seq)`,
      'in',
      db
        .selectFrom('tasks')
        .innerJoin('task_outputs as output', 'output.task_id', 'tasks.id')
        .select(['output.task_id', 'output.seq'])
        .where('tasks.finished_at', '<', p.before)
        .limit(p.limit),
    ),
)
const deleteOldTasks = createSweep('tasks', { key: ['id'], by: 'finished_at', keptMs: 30 * DAY_MS })

/** Gives the task to this run, and deletes the output after its checkpoint. */
export async function beginRun(
  tx: Transaction,
  start: TaskStart & { now: number },
): Promise<TaskRow | undefined> {
  const row = await begin(tx, start)
  if (row !== undefined) await dropUnsettled(tx, { id: row.id, chunks: row.chunks })
  return row
}

/** Which tasks somebody may see. */
export type TaskReach = {
  /** Undefined means all, for those with access to every organisation. */
  organisationId: string | undefined
  /** Whether tasks about the whole server are included. */
  everywhere: boolean
  scopes: readonly string[]
}

export type TaskList = TaskReach & { states: readonly TaskState[]; before: string | null; limit: number }

function ownTasks<O>(query: SelectQueryBuilder<TaskTables, 'tasks', O>, reach: TaskReach) {
  const { organisationId, everywhere, scopes } = reach
  const seen = query.where((row) =>
    row.or([row('scope', 'is', null), ...(scopes.length === 0 ? [] : [row('scope', 'in', [...scopes])])]),
  )
  if (organisationId === undefined && everywhere) return seen
  return seen.where((row) =>
    row.or([
      row('organisation_id', '=', organisationId ?? ''),
      ...(everywhere ? [row('organisation_id', 'is', null)] : []),
    ]),
  )
}

/** The tasks within somebody's reach, newest first. */
export function listTasks(db: Reader, list: TaskList): Promise<TaskRow[]> {
  const once = statementOnce<TaskTables, TaskRow>((builder) => {
    let query = ownTasks(builder.selectFrom('tasks').selectAll(), list)
    if (list.states.length > 0) query = query.where('state', 'in', [...list.states])
    if (list.before !== null) query = query.where('id', '<', list.before)
    return query.orderBy('id', 'desc').limit(list.limit)
  })
  return db.all(once, {})
}

export async function countFailedTasks(db: Reader, reach: TaskReach, since: number): Promise<number> {
  const once = statementOnce<TaskTables, { count: number }>((builder) =>
    ownTasks(builder.selectFrom('tasks'), reach)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('finished_at', '>=', since)
      .where('state', '=', 'failed'),
  )
  return (await db.first(once, {}))?.count ?? 0
}

/** Deletes files after a day and tasks after a month; returns the number of rows. */
export async function sweepTasks(db: Writer, now: number): Promise<number> {
  const outputs = await deleteInBatches(db, deleteOutputs, { before: now - DAY_MS })
  return outputs + (await deleteOldTasks(db, now))
}
