import type { Clock } from '../../kernel/clock.ts'

export type Overload = {
  /** Tells whether a new request must be put off. */
  isShedding(): boolean
  enter(): void
  leave(): void
  readonly inFlight: number
  readonly lagMs: number
  stop(): void
}

const SAMPLE_MS = 100

/** Sheds by requests in flight and by how late the event loop runs. */
export function createOverload(clock: Clock, limits: { maxInFlight: number; maxLagMs: number }): Overload {
  let inFlight = 0
  let lagMs = 0
  let last = clock.monotonic()
  const timer = setInterval(() => {
    const now = clock.monotonic()
    lagMs = Math.max(0, now - last - SAMPLE_MS)
    last = now
  }, SAMPLE_MS).unref()
  return {
    isShedding: () => inFlight >= limits.maxInFlight || lagMs > limits.maxLagMs,
    enter: () => {
      inFlight++
    },
    leave: () => {
      inFlight--
    },
    get inFlight() {
      return inFlight
    },
    get lagMs() {
      return lagMs
    },
    stop: () => clearInterval(timer),
  }
}
