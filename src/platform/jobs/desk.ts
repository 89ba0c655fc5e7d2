import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../kernel/database/database.ts'
import { HANDED_LEASE_MS, type HandedJob } from './handed.ts'
import type { HeldLease } from './held-lease.ts'
import {
  failJob,
  findLeaseEnd,
  finishJob,
  insertJob,
  type Lease,
  renewLease,
  retryJob,
  returnJob,
} from './store.ts'

/** Where the outcome of a start is stored; false where the start had lost its lease. */
export type Desk = {
  readonly lease: HeldLease
  finish(): Promise<boolean>
  retry(outcome: { runAt: number; error: string }): Promise<boolean>
  fail(outcome: { now: number; error: string }): Promise<boolean>
  /** The start was cut short: it does not count. */
  giveBack(now: number): Promise<boolean>
}

/** In the row of the job. */
export function rowDesk(database: Database, { leaseMs, ...lease }: Lease & { leaseMs: number }): Desk {
  return {
    lease: {
      leaseMs,
      find: () => findLeaseEnd(database, lease),
      renew: (until) => renewLease(database, lease, until),
    },
    finish: () => finishJob(database, lease),
    retry: (outcome) => retryJob(database, lease, outcome),
    fail: (outcome) => failJob(database, lease, outcome),
    giveBack: (now) => returnJob(database, lease, now),
  }
}

/** In a row that is written now: what stood for the job until here stands for it no longer. */
export function handedDesk({ database, ids }: Pick<Context, 'database' | 'ids'>, job: HandedJob): Desk {
  type Rest = Pick<Parameters<typeof insertJob>[1], 'attempts' | 'run_at' | 'state' | 'last_error'>
  const { kind, payload } = job
  const write = (rest: Rest) =>
    database.write(async (tx) => {
      const row = { id: ids.uuid(), kind, payload, sealed: 0, unique_key: null, ...rest }
      return (await job.release(tx)) && (await insertJob(tx, row))
    })
  return {
    lease: { leaseMs: HANDED_LEASE_MS, find: job.findLease, renew: job.renew },
    finish: async () => true,
    retry: ({ runAt, error }) => write({ attempts: 1, run_at: runAt, state: 'queued', last_error: error }),
    fail: ({ now, error }) => write({ attempts: 1, run_at: now, state: 'failed', last_error: error }),
    giveBack: (now) => write({ attempts: 0, run_at: now, state: 'queued', last_error: null }),
  }
}
