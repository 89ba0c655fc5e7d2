import type { Transaction } from '../../kernel/database/database.ts'

/**
 * A job that a runner of this process starts as soon as it is committed. It gets a row when its first start fails and
 * not before: until then a lease on what it is about stands for it.
 */
export type HandedJob = {
  readonly kind: string
  readonly payload: string
  /** What the handler would read by the payload. */
  readonly held: unknown
  /** When the lease ends; undefined where it has ended, and the job has a row. */
  findLease(): Promise<number | undefined>
  /** False where the lease had ended, and the job has a row. */
  renew(until: number): Promise<boolean>
  /** Ends the lease; false where it had ended. */
  release(tx: Transaction): Promise<boolean>
}

/** How long a process that died keeps what it was handed; whoever adds the job sets the first lease. */
export const HANDED_LEASE_MS = 10_000
