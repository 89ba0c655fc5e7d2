import { expect, it } from 'vitest'
import { createSpread } from '../../../src/app/http/hold.ts'

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
