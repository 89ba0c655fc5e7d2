import type { IncomingMessage } from 'node:http'
import type { Visits } from './visits.ts'

/** Waits of this length or more end a little early, each at a different time. */
const LONG_MS = 5_000
const EARLIEST = 0.1
const STEPS = 64
/** A timer can fire a millisecond early, and the database's clock can be a little behind this process. */
const AFTER_EXPIRY_MS = 50

/**
 * After a restart, thousands of clients begin to wait at the same moment. Without this, all of them would also be
 * answered and ask again at the same moment, and hold up everyone else.
 * @internal
 */
export function createSpread(): (timeoutMs: number) => number {
  let step = 0
  return (timeoutMs) => {
    if (timeoutMs < LONG_MS) return timeoutMs
    step = (step + 1) % STEPS
    return Math.ceil(timeoutMs * (1 - (EARLIEST * step) / STEPS))
  }
}

const spread = createSpread()

/**
 * The caller's wait, or until shortly after the expiry if that comes first. Only the wait is spread: an answer before
 * the expiry would not show it.
 * @internal
 */
export function holdingTime(waitMs: number, leftMs: number): number {
  return leftMs <= waitMs ? leftMs + AFTER_EXPIRY_MS : spread(waitMs)
}

type Wait = { subscribe: (wake: () => void) => () => void; waitMs: number; leftMs: number }

/** A held request costs a timer and three functions: no promise chain and no signal. */
export function holdRequest(
  visits: Visits,
  request: IncomingMessage,
  { subscribe, waitMs, leftMs }: Wait,
): Promise<void> {
  return new Promise((resolve) => {
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      leave()
      release()
      resolve()
    }
    const timer = setTimeout(() => end(), holdingTime(waitMs, leftMs))
    let leave = () => {}
    let release = () => {}
    leave = subscribe(end)
    if (!over) release = visits.hold(request, end)
    if (over) {
      leave()
      release()
    }
  })
}
