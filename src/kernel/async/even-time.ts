import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../base/clock.ts'

/**
 * Returns or throws the result of `work` at the next multiple of `stepMs` after its start, so that the time taken
 * does not reveal what it found.
 */
export async function atEvenTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const start = systemClock.monotonic()
  const rest = () => {
    const spent = systemClock.monotonic() - start
    return delay(Math.ceil(Math.max(spent, 1) / stepMs) * stepMs - spent)
  }
  try {
    const result = await work()
    await rest()
    return result
  } catch (error) {
    await rest()
    throw error
  }
}
