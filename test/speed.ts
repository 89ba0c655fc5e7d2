import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What the work below takes on the quiet two-core machine that the limits of the tests were chosen on. */
const REFERENCE_MS = 180
const TURNS = 200

/**
 * How many times slower than that machine this one is at the moment, at least 1: a slow processor counts, and so does
 * other work beside the tests.
 */
export async function measureSlowness(): Promise<number> {
  const block = Buffer.alloc(1 << 20, 7)
  const startedAt = performance.now()
  for (let turn = 0; turn < TURNS; turn++) {
    let sum = 0
    for (let step = 0; step < 200_000; step++) sum = (sum * 31 + step) | 0
    createHash('sha256').update(block).update(String(sum)).digest()
    await nextTurn()
  }
  return Math.max(1, (performance.now() - startedAt) / REFERENCE_MS)
}

/** Measured once before the run, by vitest.config.ts. */
const slowness = Number(process.env.LANYARD_TEST_SLOWNESS ?? 1)

/** A time limit, longer on a machine that is slow or busy. */
export function within(ms: number): number {
  return Math.ceil(ms * slowness)
}

/** For `vi.waitFor`, whose own limit is one second. */
export const PATIENCE = { timeout: within(30_000), interval: 50 }
