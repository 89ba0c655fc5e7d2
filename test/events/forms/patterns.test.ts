import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { translatePattern } from '../../../src/events/form/ecma-pattern.ts'
import { findPatternFault, matchesPattern, sizeOfPattern } from '../../../src/events/form/patterns.ts'

const pieces = [
  ...['a', 'b', 'ä', '😀', ' ', '-', '.', '^', '$', '|', '(', '(?:', ')', '*', '+', '?', '*?', '??'],
  ...[
    '{2}',
    '{1,3}',
    '{0,2}',
    '{2,}',
    '{2}?',
    '{',
    '}',
    '\\s',
    '\\S',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\b',
    '\\B',
  ],
  ...['\\n', '\\v', '\\0', '\\cJ', '\\x41', '\\u0061', '\\u{1F600}', '\\uD83D\\uDE00', '\\.', '\\/', '\\\\'],
  ...[
    '\\p{L}',
    '\\P{Lu}',
    '[ab]',
    '[^a]',
    '[\\s\\d]',
    '[^\\S]',
    '[a[:b]',
    '[[:alpha:][x]',
    '[-a]',
    '[a-]',
    '[\\-^]',
  ],
  ...[
    '[😀a]',
    '[\\p{Lu}_]',
    '[\\b]',
    '[a-z&&b]',
    '[~^]',
    '[.*]',
    '[\\]a]',
    '[\\\\]',
    '[^\\u2028]',
    '[--a]',
    '[\\w-]',
  ],
  ...['[^]', '[]', '(?=a)', '(?<n>a)', '\\1'],
]
const signs = [...'abAx1_ ^-[:].\\/&ä😀', '\n', '\r', '\u2028', '\v', '\u00a0', '\b', '\0', '٣', '\ufeff']
const pattern = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 })

describe('a pattern', () => {
  it('means what ECMA-262 says', () => {
    let compared = 0
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
        if (findPatternFault(source) !== undefined) return
        const native = new RegExp(source, 'u')
        for (const sample of texts) expect(matchesPattern(source, sample)).toBe(native.test(sample))
        compared += 1
      }),
      { numRuns: 3_000 },
    )
    expect(compared).toBeGreaterThan(1_000)
  })

  it('is at most as large as its estimate says', () => {
    fc.assert(
      fc.property(pattern, (source) => {
        if (findPatternFault(source) !== undefined) return
        const program = RE2JS.compile(translatePattern(source).source).programSize()
        expect(program).toBeLessThanOrEqual(sizeOfPattern(source) + 4)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['(', 'is no regular expression'],
    ['a**', 'is no regular expression'],
    ['(?i)a', 'is no regular expression'],
    ['[[:alpha:]]', 'is no regular expression'],
    ['\\pL', 'is no regular expression'],
    ['(?=a)', 'look-around'],
    ['(?!a)', 'look-around'],
    ['(?<=a)b', 'look-around'],
    ['(?<n>a)', 'named group'],
    ['(a)\\1', 'back reference'],
    ['[]', 'empty class'],
    ['[^]', 'empty class'],
    ['\\uD83D', 'surrogate'],
    ['\\p{Script=Greek}', 'linear time'],
    ['a{1001}', 'repeats too much'],
    ['(?:(?:a{20}){20}){20}', 'repeats too much'],
    ['a{0,1000}'.repeat(22), 'repeats too much'],
    [`(?:${'a'.repeat(150)}){50}`, 'repeats too much'],
    ['a'.repeat(201), 'longer than 200'],
  ])('%s is refused with a reason', (source, reason) => {
    expect(findPatternFault(source)).toContain(reason)
  })

  it.each([
    '',
    '^[A-Z]{3}-\\d{4}$',
    '^\\d{5}(-\\d{4})?$',
    '^.{1,250}$',
    '[\\s\\S]',
    'a'.repeat(200),
    '[a(?b]',
  ])('%s is taken', (source) => {
    expect(findPatternFault(source)).toBeUndefined()
  })

  // A backtracking engine does not come back from these.
  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '^(a|a)*$',
    '([a-z]+)*!$',
    '(.*)*(.*)*(.*)*b$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ])('%s ends on a hostile text', (source) => {
    expect(matchesPattern(source, `${'a'.repeat(9_999)}?`)).toBe(false)
  })
})
