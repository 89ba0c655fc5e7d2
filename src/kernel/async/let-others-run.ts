import { setImmediate } from 'node:timers/promises'

/** A new connection is accepted in one turn of the event loop; its request is read and answered in the next. */
const TURNS = 3

/**
 * To be awaited between two slices of long work. After a single turn, somebody who has just connected would wait for
 * another slice before the request is read, and for one more before it is answered.
 */
export async function letOthersRun(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}
