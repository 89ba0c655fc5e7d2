import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { atEvenTime } from '../../../src/kernel/async/even-time.ts'

const timeOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await atEvenTime(60, work).catch(() => undefined)
  return performance.now() - start
}

it('answers at the next multiple, however long the work took and whether it failed', async () => {
  expect(await timeOf(async () => 1)).toBeGreaterThan(58)
  expect(await timeOf(() => Promise.reject(new Error('no')))).toBeGreaterThan(58)
  expect(await timeOf(() => delay(70))).toBeGreaterThan(118)
})

it('gives what the work gives, and throws what it throws', async () => {
  expect(await atEvenTime(1, async () => 'x')).toBe('x')
  await expect(atEvenTime(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
