import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatWhen } from '../../../web/console/check-in/times.ts'

const at = Date.parse('2026-11-14T07:45:00Z')
const DAY_MS = 86_400_000

beforeEach(() => vi.stubGlobal('navigator', { languages: ['en-GB'] }))
afterEach(() => vi.unstubAllGlobals())

it('shows the time only if it is of today', () => {
  expect(formatWhen(at, 'UTC', at + 1_000)).toBe('07:45')
})

it('shows another day in the same style as the rest of the console', () => {
  expect(formatWhen(at, 'UTC', at + DAY_MS)).toBe('14 Nov 2026, 07:45')
})
