import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { wakeRunners } from './local-runners.ts'
import { advanceJob, insertJob } from './store.ts'

type JobRequest = {
  kind: string
  payload: string
  /** Epoch milliseconds; immediately by default. */
  runAt?: number
  /** While a job of this kind waits with this key, no other one is added. */
  uniqueKey?: string
  /** Moves the waiting job with the key to this time if it would run later. */
  sooner?: boolean
  /** Encrypts the payload: required for addresses, texts and secrets. */
  sealed?: boolean
  /** How often it was tried before it became a job, and how the last attempt failed. */
  tried?: { attempts: number; error: string }
}

/** The job runs at least once if the transaction commits. Returns whether it was added or moved forward. */
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
