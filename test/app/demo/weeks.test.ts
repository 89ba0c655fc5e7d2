import { describe, expect, it } from 'vitest'
import { planWeeks } from '../../../src/app/demo/weeks.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Every hour of a day in summer and of one in winter. */
const nows = ['2031-07-01T00:00:00Z', '2031-12-01T00:00:00Z'].flatMap((day) =>
  Array.from({ length: 24 }, (_none, hour) => Date.parse(day) + hour * HOUR_MS),
)

describe('the weeks of the demo', () => {
  it.each(nows)('lie in the right order before %d', (now) => {
    const { announced, settled, mornings, midnight, before, registeredAt } = planWeeks(now)
    const times = Array.from({ length: 1_000 }, (_none, index) => registeredAt(index / 1_000))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(announced).toBeLessThan(times[0] ?? 0)
    expect(times.at(-1)).toBeLessThanOrEqual(now)
    const early = times.filter((_time, index) => index / 1_000 < before)
    expect(early.at(-1)).toBeLessThanOrEqual(settled)
    expect(settled).toBeLessThan(midnight)
    expect(times[early.length]).toBeGreaterThanOrEqual(mornings[0].to)
    expect(mornings[0].to).toBeGreaterThan(mornings[0].from)
  })

  it.each(nows)('have most registrations in the month and some in the day before %d', (now) => {
    const { registeredAt } = planWeeks(now)
    const times = Array.from({ length: 1_000 }, (_none, index) => registeredAt(index / 1_000))
    const since = (ms: number) => times.filter((time) => time > now - ms).length
    expect(since(30 * DAY_MS)).toBeGreaterThan(850)
    expect(since(30 * DAY_MS)).toBeLessThan(950)
    expect(since(DAY_MS)).toBeGreaterThan(50)
    expect(since(DAY_MS)).toBeLessThan(150)
    expect(planWeeks(now).registeredAt(0.5)).toBe(registeredAt(0.5))
  })
})
