import { describe, expect, it } from 'vitest'
import { fill } from '../../web/ui/texts/fill.ts'
import { createTexts } from '../../web/ui/texts/i18n.ts'

describe('a text with a number', () => {
  const places = '{count} {count|place|places} left'

  it.each([
    ['en', 0, '0 places left'],
    ['en', 1, '1 place left'],
    ['en', 3_000, '3,000 places left'],
    ['de', 3_000, '3.000 places left'],
    ['fr', 0, '0 place left'],
    ['fr', 2, '2 places left'],
    ['es', 1, '1 place left'],
  ])('follows the rules of %s for %i', (language, count, expected) => {
    expect(fill(places, language, { count })).toBe(expected)
  })

  it('leaves digits alone that are given as text, such as a year or a code', () => {
    expect(fill('{code}', 'en', { code: '2031' })).toBe('2031')
  })

  it('may leave one of the two words out', () => {
    expect(fill('{count} Platz{count||e}', 'de', { count: 2 })).toBe('2 Platze')
    expect(fill('{count} Platz{count||e}', 'de', { count: 1 })).toBe('1 Platz')
  })

  it('shows a placeholder that nothing is given for', () => {
    expect(fill('{name}: {count|a|b}', 'en', {})).toBe('{name}: {count|a|b}')
  })
})

describe('a placeholder', () => {
  const english = {
    amount: '{total} left',
    version: 'Version {version}',
    both: '{count|a|b} in {year}',
  } as const
  const text = createTexts(english, {
    de: async () => english,
    fr: async () => english,
    es: async () => english,
  })

  it('accepts a number only for an amount, because its digits are grouped', () => {
    expect(text('amount', { total: 1_234 })).toBe('1,234 left')
    expect(text('version', { version: '1234' })).toContain('1234')
    expect(text('both', { count: 1, year: '2031' })).toContain('2031')
    // @ts-expect-error: a version is no amount.
    text('version', { version: 1_234 })
    // @ts-expect-error: neither is a year, also beside one.
    text('both', { count: 1, year: 2_031 })
  })
})
