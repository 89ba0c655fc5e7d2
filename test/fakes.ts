import { createCipheriv, createHash } from 'node:crypto'
import type { Clock } from '../src/kernel/base/clock.ts'
import type { Random } from '../src/kernel/base/random.ts'

export type ManualClock = Clock & {
  /** Time passes: both clocks move. */
  advance(ms: number): void
  /** Somebody sets the wall clock: the monotonic one stands still. */
  set(epochMs: number): void
}

export function createManualClock(epochMs = Date.UTC(2026, 0, 1)): ManualClock {
  let wall = epochMs
  let elapsed = 0
  return {
    now: () => wall,
    monotonic: () => elapsed,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('time passes forward')
      wall += ms
      elapsed += ms
    },
    set(ms) {
      wall = ms
    },
  }
}

/** The key stream of AES-256-CTR: the same seed gives the same bytes, as even as those of the system. */
export function createSeededRandom(seed: string | number): Random {
  const key = createHash('sha256').update(String(seed)).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let ready: Buffer = Buffer.alloc(0)
  return {
    bytes(size) {
      if (size > ready.length) ready = Buffer.concat([ready, stream.update(Buffer.alloc(size + 4096))])
      const bytes = ready.subarray(0, size)
      ready = ready.subarray(size)
      return bytes
    },
  }
}
