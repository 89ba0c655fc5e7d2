import type { Context } from '../../kernel/context.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { recordAudit } from '../audit/entries.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { actorOf } from '../operators/face.ts'
import {
  countFailed,
  deleteOldTasks,
  findOutputText,
  findTaskRow,
  insertTask,
  listTaskRows,
  storeEndOfAny,
  type TaskList,
  type TaskReach,
} from './store.ts'
import type { TaskRow } from './tables.ts'

type TaskRequest = {
  /** Undefined is the whole server. */
  organisationId: string | undefined
  principal: Principal
  kind: string
  /** What operators read in the list. */
  title: string
  /** Kept sealed until the task is over. */
  payload: unknown
  total?: number
  file?: { name: string; type: string }
  /** What an operator must be allowed to do in order to see the task and its file. */
  scope?: string
  /** What it took to start it, where that is more than to see it: whoever cancels somebody else's must have it. */
  startScope?: string
}

/** What every task was enqueued as once: such a job is passed on. */
export const oldTaskJobKind = 'task'
const OUTPUT_KEPT_MS = 24 * 3_600_000
const TASK_KEPT_MS = 30 * OUTPUT_KEPT_MS

/** The task runs if the transaction commits. */
export async function startTask(tx: Transaction, context: Context, task: TaskRequest): Promise<string> {
  const id = context.ids.uuid()
  await insertTask(tx, {
    id,
    organisation_id: task.organisationId ?? null,
    scope: task.scope ?? null,
    start_scope: task.startScope ?? null,
    actor: actorOf(task.principal),
    kind: task.kind,
    title: task.title,
    payload: context.vault.seal(payloadPurpose(task.kind), JSON.stringify(task.payload ?? null)),
    state: 'queued',
    done: 0,
    total: task.total ?? null,
    checkpoint: null,
    chunks: 0,
    result: null,
    failure: null,
    file_name: task.file?.name ?? null,
    file_type: task.file?.type ?? null,
    run: null,
    created_at: context.clock.now(),
    started_at: null,
    finished_at: null,
  })
  await enqueueTask(tx, context, { id, kind: task.kind })
  return id
}

/** A process claims tasks of the kinds that it knows: others wait for one that does. */
export function taskJobKind(kind: string): string {
  return `task:${kind}`
}

export async function enqueueTask(
  tx: Transaction,
  context: Context,
  { id, kind }: Pick<TaskRow, 'id' | 'kind'>,
): Promise<void> {
  await enqueueJob(tx, context, { kind: taskJobKind(kind), payload: id })
}

export function payloadPurpose(kind: string): string {
  return `tasks/${kind}`
}

/** Newest first. */
export function listTasks(db: Reader, list: TaskList): Promise<TaskRow[]> {
  return listTaskRows(db, list)
}

export async function findTask(db: Reader, reach: TaskReach, id: string): Promise<TaskRow | undefined> {
  const row = await findTaskRow(db, id)
  return row !== undefined && isReached(row, reach) ? row : undefined
}

function isReached(row: TaskRow, reach: TaskReach): boolean {
  if (row.scope !== null && !reach.scopes.includes(row.scope)) return false
  const { organisationId, everywhere } = reach
  if (row.organisation_id === null || organisationId === undefined) return everywhere
  return row.organisation_id === organisationId
}

export function countFailedTasks(db: Reader, reach: TaskReach, since: number): Promise<number> {
  return countFailed(db, reach, since)
}

/** Tells whether it was still to be done. Whoever runs it notices at the next step. */
export function cancelTask(context: Context, id: string, actor: string): Promise<boolean> {
  const end = { id, state: 'cancelled', result: null, failure: null, now: context.clock.now() } as const
  return context.database.write(async (tx) => {
    const cancelled = await storeEndOfAny(tx, end)
    if (cancelled) await recordAudit(tx, context, { actor, action: 'task.cancel', subject: `task:${id}` })
    return cancelled
  })
}

/** A chunk at a time: a file is never in memory as a whole. */
export async function* readTaskOutput(db: Reader, id: string): AsyncGenerator<string> {
  for (let seq = 0; ; seq++) {
    const text = await findOutputText(db, id, seq)
    if (text === undefined) return
    yield text
  }
}

/** Files go after a day, tasks after a month; gives the number of rows. */
export function sweepTasks(db: Writer, now: number): Promise<number> {
  return deleteOldTasks(db, { outputsBefore: now - OUTPUT_KEPT_MS, tasksBefore: now - TASK_KEPT_MS })
}
