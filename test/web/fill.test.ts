import { describe, expect, it } from 'vitest'
import { fill } from '../../web/ui/texts/fill.ts'

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
