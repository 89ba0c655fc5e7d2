import { systemClock } from '../../kernel/clock.ts'

type LagMeter = { readonly lagMs: number; stop(): void }

const SAMPLE_MS = 100

/** How late the event loop runs, by the machine's own clock: no other tells. */
export function createLagMeter(): LagMeter {
  let lagMs = 0
  let last = systemClock.monotonic()
  const timer = setInterval(() => {
    const now = systemClock.monotonic()
    lagMs = Math.max(0, now - last - SAMPLE_MS)
    last = now
  }, SAMPLE_MS).unref()
  return {
    get lagMs() {
      return lagMs
    },
    stop: () => clearInterval(timer),
  }
}
