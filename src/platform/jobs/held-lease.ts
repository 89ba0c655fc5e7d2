import type { Clock } from '../../kernel/base/clock.ts'
import { Interrupted } from './handler.ts'

/** A lease that this process has taken, as the database knows it. */
export type HeldLease = {
  readonly leaseMs: number
  /** When it ends; undefined where another process has it, or nobody. */
  find(): Promise<number | undefined>
  /** False where it was lost. */
  renew(until: number): Promise<boolean>
}

/** What is left of a lease when something leaves, and how old the knowledge of it may be. */
export const SAFE_MS = 3_000
const MOST_TRIES = 3

/**
 * Whether this process has the lease at this moment, and will have it for the next seconds. A process that was frozen reads
 * an answer that was given long ago: what was answered late is asked again.
 */
export async function confirmLease(clock: Clock, lease: HeldLease): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const askedAt = clock.monotonic()
    if (!(await hasLease(clock, lease))) return false
    if (clock.monotonic() - askedAt < SAFE_MS) return true
  }
  throw new Interrupted('timed-out')
}

async function hasLease(clock: Clock, { leaseMs, find, renew }: HeldLease): Promise<boolean> {
  const until = await find()
  if (until === undefined) return false
  const now = clock.now()
  return until - now >= SAFE_MS || renew(now + leaseMs)
}
