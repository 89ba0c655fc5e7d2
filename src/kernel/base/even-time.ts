import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from './clock.ts'

/**
 * Gives what `work` gives, or throws what it throws, at the next multiple of `stepMs` after its start: how long it took, and so
 * what it found, does not show.
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
