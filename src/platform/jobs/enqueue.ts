import type { Context } from '../../kernel/context.ts'
import type { Transaction, Writer } from '../../kernel/database/database.ts'
import { wakeRunners } from './local-runners.ts'
import { advanceJob, deleteFailedJobs, insertJob } from './store.ts'

type JobRequest = {
  kind: string
  payload: string
  /** Epoch milliseconds; at once when it is left out. */
  runAt?: number
  /** While a job of the kind waits under this key, another one is not added. */
  uniqueKey?: string
  /** Brings the job that waits under the key forward, where it would run later. */
  sooner?: boolean
  /** Seals the payload: needed for addresses, texts and secrets. */
  sealed?: boolean
  /** How often it was tried before it became a job, and how the last time failed. */
  tried?: { attempts: number; error: string }
}

const FAILED_KEPT_MS = 30 * 24 * 3_600_000

/** The job runs if the transaction commits, at least once. Tells whether it was added or brought forward. */
export async function enqueueJob(tx: Transaction, context: Context, job: JobRequest): Promise<boolean> {
  const { kind, runAt = context.clock.now() } = job
  const inserted = await insertJob(tx, {
    id: context.ids.uuid(),
    kind,
    payload: job.sealed ? context.vault.seal(sealPurpose(job.kind), job.payload) : job.payload,
    sealed: job.sealed ? 1 : 0,
    run_at: runAt,
    unique_key: job.uniqueKey ?? null,
    attempts: job.tried?.attempts ?? 0,
    state: 'queued',
    last_error: job.tried?.error ?? null,
  })
  const { uniqueKey, sooner = false } = job
  const added =
    inserted || (sooner && uniqueKey !== undefined && (await advanceJob(tx, { kind, uniqueKey, runAt })))
  if (added) tx.afterCommit(() => wakeRunners(context.database, kind))
  return added
}

export function sealPurpose(kind: string): string {
  return `jobs/${kind}`
}

/** Deletes jobs that failed for good a month ago; gives the number of rows. */
export function sweepJobs(db: Writer, now: number): Promise<number> {
  return deleteFailedJobs(db, now - FAILED_KEPT_MS)
}
