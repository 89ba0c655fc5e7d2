import { expect, it } from 'vitest'
import { createSpread, holdingTime } from '../../../src/app/http/hold.ts'

it('ends long waits that began together at different times, at most a tenth earlier', () => {
  const spread = createSpread()
  const ends = Array.from({ length: 20_000 }, () => spread(25_000))
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(22_500)
  expect(Math.max(...ends)).toBe(25_000)
  const together = new Map<number, number>()
  for (const end of ends) together.set(end, (together.get(end) ?? 0) + 1)
  expect(Math.max(...together.values())).toBeLessThan(400)
})

it('leaves short waits as they are', () => {
  const spread = createSpread()
  expect(Array.from({ length: 100 }, () => spread(1_000))).toEqual(Array(100).fill(1_000))
})

it('waits until after the expiry if that comes first', () => {
  const times = (leftMs: number) => Array.from({ length: 100 }, () => holdingTime(25_000, leftMs))
  for (const leftMs of [0, 1_000, 10_000, 25_000]) expect(Math.min(...times(leftMs))).toBeGreaterThan(leftMs)
  for (const leftMs of [25_001, Number.POSITIVE_INFINITY])
    expect(Math.max(...times(leftMs))).toBeLessThanOrEqual(25_000)
})
