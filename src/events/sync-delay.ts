import type { Context } from '../kernel/context.ts'
import { readSettledRange } from './change-store.ts'

const EVERY_MS = 10_000

export type SyncDelay = {
  /** How long the oldest change that sync does not show yet has been held up; 0 where none is. */
  seconds(): number
  measure(): Promise<void>
  start(): void
  stop(): void
}

/**
 * On PostgreSQL a transaction that stays open anywhere on the server holds up every change that came after it. Each
 * measurement notes the next number to be given out: once changes are settled up to it, it is forgotten.
 */
export function createSyncDelay({ database, clock }: Pick<Context, 'database' | 'clock'>): SyncDelay {
  let held: { next: number; at: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const measure = async () => {
    const at = clock.monotonic()
    const { settled, next } = await readSettledRange(database)
    held = held.filter((noted) => noted.next > settled)
    // A busy server always has something under way: that is not a delay until it lasts.
    if (next > Math.max(settled, held.at(-1)?.next ?? 0)) held.push({ next, at })
  }
  return {
    seconds: () => (held[0] === undefined ? 0 : (clock.monotonic() - held[0].at) / 1_000),
    measure,
    start() {
      if (database.capabilities.transactions === undefined) return
      // While the database is away, the last measurement counts.
      timer = setInterval(() => void measure().catch(() => undefined), EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
