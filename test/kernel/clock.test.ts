import { expect, it } from 'vitest'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createManualClock } from '../fakes.ts'

it('tells the wall time in epoch milliseconds', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000)
  expect(Number.isInteger(systemClock.now())).toBe(true)
})

it('never goes back on the monotonic clock', () => {
  let last = systemClock.monotonic()
  for (let i = 0; i < 1000; i += 1) {
    const next = systemClock.monotonic()
    expect(next).toBeGreaterThanOrEqual(last)
    last = next
  }
})

it('keeps the manual monotonic clock still when the wall clock is set', () => {
  const clock = createManualClock(1000)
  clock.advance(5)
  clock.set(0)
  expect([clock.now(), clock.monotonic()]).toEqual([0, 5])
  expect(() => clock.advance(-1)).toThrow(RangeError)
})
