import { systemClock } from '../../kernel/base/clock.ts'

type LagMeter = {
  /** The newest measurement of the lag. */
  readonly lagMs: number
  /**
   * Whether the last two samples were both late. A single late one means that the machine paused, not that the server
   * is overloaded.
   */
  isLaterThan(limitMs: number): boolean
  stop(): void
}

const SAMPLE_MS = 100

/** Measures how late the event loop runs, by the machine's own clock, because no other clock can show it. */
export function createLagMeter(): LagMeter {
  let [before, newest] = [0, 0]
  let last = systemClock.monotonic()
  const timer = setInterval(() => {
    const now = systemClock.monotonic()
    before = newest
    newest = Math.max(0, now - last - SAMPLE_MS)
    last = now
  }, SAMPLE_MS).unref()
  return {
    get lagMs() {
      return newest
    },
    isLaterThan: (limitMs) => Math.min(before, newest) > limitMs,
    stop: () => clearInterval(timer),
  }
}
