import { systemClock } from '../../kernel/clock.ts'

type LagMeter = { readonly lagMs: number; stop(): void }

const SAMPLE_MS = 100

/**
 * How late the event loop runs, by the machine's own clock: no other tells. The smaller of the last two samples counts. A
 * machine that stood still for a moment is late once, and then serves what came meanwhile; a server with too much to do is
 * late again and again.
 */
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
      return Math.min(before, newest)
    },
    stop: () => clearInterval(timer),
  }
}
