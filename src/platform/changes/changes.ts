import { systemClock } from '../../kernel/base/clock.ts'
import type { Transaction, Writer } from '../../kernel/database/database.ts'
import { isFollowedAlone, tellLocally } from './local.ts'
import { deleteOldChanges, insertChange } from './store.ts'

const KEPT_MS = 10 * 60_000

/**
 * Notifies every process that `key` changed, once the transaction is durable: this process before `write` returns,
 * the others when their feed reads the row. Where one process serves alone, no row is stored.
 */
export async function recordChange(tx: Transaction, topic: string, key: string): Promise<void> {
  if (isFollowedAlone(tx.origin)) {
    tx.afterCommit(() => tellLocally(tx.origin, { topic, key }))
    return
  }
  // Only the sweep reads a row's time, by the same clock, so a process whose clock is ahead deletes nothing too
  // early.
  const at = tx.capabilities.time === undefined ? systemClock.now() : null
  const seq = await insertChange(tx, { at, topic, key })
  tx.afterCommit(() => tellLocally(tx.origin, { seq, topic, key }))
}

/** Deletes rows that every feed has long read; returns their number. */
export function sweepChanges(db: Writer): Promise<number> {
  return deleteOldChanges(db, { now: systemClock.now(), keptMs: KEPT_MS })
}
