import { availableParallelism } from 'node:os'
import { systemClock } from './clock.ts'

/** A process can be tied to fewer cores while it runs. */
const LOOK_AGAIN_MS = 1_000

let sharers = 1
let isSpare = true
let lookedAt = Number.NEGATIVE_INFINITY

/** To be called if several processes like this one share the machine. */
export function shareCores(processes: number): void {
  sharers = processes
  lookedAt = Number.NEGATIVE_INFINITY
}

/** Whether there are more cores than processes, so that another thread can work beside this one. */
export function hasSpareCore(): boolean {
  const now = systemClock.monotonic()
  if (now - lookedAt >= LOOK_AGAIN_MS) {
    lookedAt = now
    isSpare = availableParallelism() > sharers
  }
  return isSpare
}
