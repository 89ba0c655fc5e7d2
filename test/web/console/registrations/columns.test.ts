import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { columnsOf, tellAnswer } from '../../../../web/console/registrations/table/columns.ts'
import { usualColumns } from '../../../../web/console/registrations/views/definition.ts'

beforeEach(() => vi.stubGlobal('navigator', { languages: ['en-GB'] }))
afterEach(() => vi.unstubAllGlobals())

describe('the columns of the table', () => {
  it('fit next to the navigation of a small notebook', () => {
    const types = [{ id: 't', name: 'Standard' }] as never
    const all = columnsOf({ types, groups: [], sessions: [], fields: [] }, 'UTC')
    const shown = usualColumns.map((id) => all.find((column) => column.id === id))
    const leastRem = shown.reduce((sum, column) => sum + (column?.least ?? Number.NaN), 2.75)
    // Next to the navigation, the margins and a scroll bar.
    expect(leastRem).toBeLessThan((1_200 - 240 - 64 - 17) / 16)
  })
})

describe('tellAnswer', () => {
  const tell = (type: string, answer: unknown) =>
    tellAnswer({ type, choices: [] } as unknown as Parameters<typeof tellAnswer>[0], answer, 'UTC')

  it('names a country in the language of the reader', () => {
    expect(tell('country', 'DE')).toBe('Germany')
    expect(tell('country', 'nowhere')).toBe('nowhere')
  })

  it('shows a time in the style of the console', () => {
    expect(tell('datetime', '2026-11-14T09:00:00Z')).toBe('14 Nov 2026, 09:00')
  })
})
