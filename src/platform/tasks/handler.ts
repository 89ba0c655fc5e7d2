import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { beginRun, findTaskRow, storeEndOfAny } from './store.ts'
import type { TaskRow } from './tables.ts'
import { type TaskReport, TaskRun, TaskTaken } from './task-run.ts'
import { enqueueTask, oldTaskJobKind, payloadPurpose, taskJobKind } from './tasks.ts'

/**
 * A task that is started again after a crash continues at its checkpoint, and must cope with repeating what came
 * after it.
 */
export type TaskHandler = {
  /** Its return value is the task's result, as JSON. */
  run(
    task: {
      id: string
      organisationId: string | undefined
      actor: string
      payload: unknown
      checkpoint: string | undefined
    },
    report: TaskReport,
  ): Promise<unknown>
}

const LONGEST_MS = 12 * 3_600_000
const GIVEN_UP = 'The work stopped several times because of an error in the server. What was done stays done.'

/** The job handlers that run tasks, one per kind. */
export function createTaskHandler(
  context: Context,
  handlers: Readonly<Record<string, TaskHandler>>,
): Record<string, JobHandler> {
  const jobs = Object.entries(handlers).map(([kind, handler]) => [
    taskJobKind(kind),
    jobHandler(context, handler),
  ])
  return { ...Object.fromEntries(jobs), [oldTaskJobKind]: { run: (id) => passOn(context, id) } }
}

function jobHandler(context: Context, handler: TaskHandler): JobHandler {
  return {
    concurrency: 4,
    maxAttempts: 6,
    timeoutMs: LONGEST_MS,
    longestWaitMs: 15_000,
    resumes: true,
    run: (id, { signal }) => runTask(context, handler, { id, signal }),
    onGivenUp: async (id) => {
      const now = context.clock.now()
      const end = { id, state: 'failed', result: '{"code":"internal"}', failure: GIVEN_UP, now } as const
      await storeEndOfAny(context.database, end)
    },
  }
}

/**
 * Enqueues an old job again under the task's own kind, whether this process knows the kind or not. If the task has
 * ended in the meantime, claiming it shows that.
 */
function passOn(context: Context, id: string): Promise<void> {
  return context.database.write(async (tx) => {
    const task = await findTaskRow(tx, id)
    if (task !== undefined) await enqueueTask(tx, context, task)
  })
}

async function runTask(
  context: Context,
  handler: TaskHandler,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const run = context.ids.uuid()
  const row = await context.database.write((tx) => beginRun(tx, { id, run, now: context.clock.now() }))
  if (row === undefined) return
  const report = new TaskRun(context, row, { run, signal })
  try {
    await report.finish(await handler.run(readTask(context, row), report))
  } catch (error) {
    await settleFailure(error, report)
  } finally {
    report.close()
  }
}

function readTask(context: Context, row: TaskRow): Parameters<TaskHandler['run']>[0] {
  return {
    id: row.id,
    organisationId: row.organisation_id ?? undefined,
    actor: row.actor,
    payload: JSON.parse(context.vault.open(payloadPurpose(row.kind), row.payload)),
    checkpoint: row.checkpoint ?? undefined,
  }
}

/** A refusal ends the task; after any other error it is tried again from the checkpoint. */
async function settleFailure(error: unknown, report: TaskRun): Promise<void> {
  if (error instanceof TaskTaken || report.signal.reason instanceof TaskTaken) return
  const told = readRefusal(error)
  if (report.signal.aborted || told === undefined) throw error
  await report.fail(told.text, told.code)
}

function readRefusal(error: unknown): { text: string; code: string } | undefined {
  if (error instanceof Problem) return { text: error.detail, code: error.code }
  if (error instanceof Fault && error.kind !== 'internal' && error.kind !== 'busy')
    return { text: error.detail ?? error.kind, code: error.kind }
  return undefined
}
