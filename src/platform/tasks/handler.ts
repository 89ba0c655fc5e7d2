import type { Context } from '../../kernel/context.ts'
import { Fault } from '../../kernel/fault.ts'
import { Problem } from '../../kernel/problem.ts'
import { type JobHandler, PutOff } from '../jobs/handler.ts'
import { beginRun, storeEndOfAny } from './store.ts'
import type { TaskRow } from './tables.ts'
import { type TaskReport, TaskRun, TaskTaken } from './task-run.ts'
import { payloadPurpose, taskJobKind } from './tasks.ts'

/** A task that is started again after a crash goes on at its checkpoint; it must bear what came after it twice. */
export type TaskHandler = {
  /** What it gives is the task's result, as JSON. */
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

/** The job that runs tasks, by their kind. */
export function createTaskHandler(
  context: Context,
  handlers: Readonly<Record<string, TaskHandler>>,
): Record<string, JobHandler> {
  const kinds = new Map(Object.entries(handlers))
  return {
    [taskJobKind]: {
      concurrency: 4,
      maxAttempts: 6,
      timeoutMs: LONGEST_MS,
      longestWaitMs: 15_000,
      resumes: true,
      run: (id, { signal }) => runTask(context, kinds, { id, signal }),
      onGivenUp: async (id) => {
        const end = {
          id,
          state: 'failed',
          result: null,
          failure: GIVEN_UP,
          now: context.clock.now(),
        } as const
        await storeEndOfAny(context.database, end)
      },
    },
  }
}

async function runTask(
  context: Context,
  kinds: ReadonlyMap<string, TaskHandler>,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const run = context.ids.uuid()
  const row = await context.database.write((tx) => beginRun(tx, { id, run, now: context.clock.now() }))
  if (row === undefined) return
  const handler = kinds.get(row.kind)
  if (handler === undefined) throw new PutOff('unknown-task', 5_000)
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

/** A refusal ends the task; whatever else goes wrong is tried again from the checkpoint. */
async function settleFailure(error: unknown, report: TaskRun): Promise<void> {
  if (error instanceof TaskTaken || report.signal.reason instanceof TaskTaken) return
  const text = publicText(error)
  if (report.signal.aborted || text === undefined) throw error
  await report.fail(text)
}

function publicText(error: unknown): string | undefined {
  if (error instanceof Problem) return error.detail
  if (error instanceof Fault && error.kind !== 'internal' && error.kind !== 'busy')
    return error.detail ?? error.kind
  return undefined
}
