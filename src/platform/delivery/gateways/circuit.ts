import type { Clock } from '../../../kernel/base/clock.ts'

const FAILURES_IN_A_ROW = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 5 * 60_000

/** Keeps messages away from a failing gateway, and lets one through now and then to test whether it works again. */
export type Circuit = {
  ready(): boolean
  /** False if the circuit is open, or its one trial is in progress. */
  take(): boolean
  succeed(): void
  /** The attempt ended without showing whether the gateway works, so another one may be the trial. */
  letGo(): void
  /** Returns whether this failure opens the circuit. */
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
      // Messages that were in progress when the circuit opened prove nothing new.
      if (openUntil === undefined ? failures < FAILURES_IN_A_ROW : !trying) return false
      if (trying) waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      trying = false
      openUntil = clock.monotonic() + waitMs
      return true
    },
  }
}
