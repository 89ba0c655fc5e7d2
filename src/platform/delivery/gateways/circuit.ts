import type { Clock } from '../../../kernel/base/clock.ts'

const FAILURES_IN_A_ROW = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 5 * 60_000

/** Keeps messages from a gateway that fails, and lets one through now and then to see whether it still does. */
export type Circuit = {
  ready(): boolean
  /** False where the circuit is open, or its one trial is under way. */
  take(): boolean
  succeed(): void
  /** What was let through ended without telling anything: another may be the trial. */
  letGo(): void
  /** Tells whether the circuit is open from now on. */
  fail(): boolean
}

export function createCircuit(clock: Clock): Circuit {
  let failures = 0
  let waitMs = FIRST_WAIT_MS
  let openUntil: number | undefined
  let trying = false

  const ready = () => openUntil === undefined || (!trying && clock.monotonic() >= openUntil)
  return {
    ready,
    take() {
      if (!ready()) return false
      trying = openUntil !== undefined
      return true
    },
    succeed() {
      failures = 0
      waitMs = FIRST_WAIT_MS
      openUntil = undefined
      trying = false
    },
    letGo() {
      trying = false
    },
    fail() {
      failures += 1
      // What was under way when the circuit opened says nothing new.
      if (openUntil === undefined ? failures < FAILURES_IN_A_ROW : !trying) return false
      if (trying) waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      trying = false
      openUntil = clock.monotonic() + waitMs
      return true
    },
  }
}
