import type { Clock } from '../../kernel/base/clock.ts'
import { Interrupted } from './handler.ts'

/** A lease of this process, as stored in the database. */
export type HeldLease = {
  readonly leaseMs: number
  /** When it ends; undefined if another process or nobody has it. */
  find(): Promise<number | undefined>
  /** False if it was lost. */
  renew(until: number): Promise<boolean>
}

/** How long a lease must still last when something is sent, and how old that knowledge may be. */
export const SAFE_MS = 3_000
const MOST_TRIES = 3

/**
 * Whether this process has the lease now and for the next seconds. A process that was frozen may read an outdated
 * answer, so one that arrived late is asked for again.
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
