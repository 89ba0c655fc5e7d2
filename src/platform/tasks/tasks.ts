import type { Context } from '../../kernel/context.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { recordAudit } from '../audit/entries.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { actorOf } from '../operators/face.ts'
import { findOutputText, findTaskRow, insertTask, storeEndOfAny, type TaskReach } from './store.ts'
import type { TaskRow } from './tables.ts'

type TaskRequest = {
  /** Undefined means the whole server. */
  organisationId: string | undefined
  principal: Principal
  kind: string
  /** The title that operators see in the list. */
  title: string
  /** Stored encrypted until the task has ended. */
  payload: unknown
  total?: number
  file?: { name: string; type: string }
  /** The scope that an operator needs to see the task and its file. */
  scope?: string
  /** The scope needed to start it, if that is more than to see it: cancelling somebody else's task requires it. */
  startScope?: string
}

/** The job kind that all tasks once shared: such a job is enqueued again under its own kind. */
export const oldTaskJobKind = 'task'

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

/** A process claims only tasks of kinds that it knows: others wait for a process that does. */
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

/** Returns whether the task had not ended yet. A running task notices at its next step. */
export function cancelTask(context: Context, id: string, actor: string): Promise<boolean> {
  const end = { id, state: 'cancelled', result: null, failure: null, now: context.clock.now() } as const
  return context.database.write(async (tx) => {
    const cancelled = await storeEndOfAny(tx, end)
    if (cancelled) await recordAudit(tx, context, { actor, action: 'task.cancel', subject: `task:${id}` })
    return cancelled
  })
}

/** Reads one chunk at a time, so that a file is never completely in memory. */
export async function* readTaskOutput(db: Reader, id: string): AsyncGenerator<string> {
  for (let seq = 0; ; seq++) {
    const text = await findOutputText(db, id, seq)
    if (text === undefined) return
    yield text
  }
}
