import type { Context } from '../kernel/context.ts'
import { readSettledRange } from './change-store.ts'

const EVERY_MS = 10_000

export type SyncDelay = {
  /** How long the oldest change not yet visible to sync has been delayed; 0 if there is none. */
  seconds(): number
  measure(): Promise<void>
  start(): void
  stop(): void
}

/**
 * On PostgreSQL, a transaction that stays open anywhere on the server delays all later changes for clients that sync.
 * Each measurement records the next number to be given out, and drops it once changes are settled up to it.
 */
export function createSyncDelay({ database, clock }: Pick<Context, 'database' | 'clock'>): SyncDelay {
  let held: { next: number; at: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const measure = async () => {
    const at = clock.monotonic()
    const { settled, next } = await readSettledRange(database)
    held = held.filter((noted) => noted.next > settled)
    // A busy server always has open transactions: that becomes a delay only if it lasts.
    if (next > Math.max(settled, held.at(-1)?.next ?? 0)) held.push({ next, at })
  }
  return {
    seconds: () => (held[0] === undefined ? 0 : (clock.monotonic() - held[0].at) / 1_000),
    measure,
    start() {
      if (database.capabilities.transactions === undefined) return
      // While the database is unreachable, the last measurement counts.
      timer = setInterval(() => void measure().catch(() => undefined), EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
