import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeNumber,
  encodeSearchValue,
  indexAnswers,
  keyOf,
} from '../../../src/events/form/answer-index.ts'
import { checkAnswers } from '../../../src/events/form/answers.ts'
import { formOf } from './forms.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const edges = [
  0,
  -0,
  5e-324,
  -5e-324,
  1,
  -1,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  0.1,
  0.2,
]
const number = fc.oneof(finite, fc.integer(), fc.constantFrom(...edges))

describe('an encoded number', () => {
  it('sorts as the number does', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [x, y] = [encodeNumber(a), encodeNumber(b)]
        expect(x).toMatch(/^[0-9a-f]{16}$/)
        expect(Math.sign(a - b) || 0).toBe(x < y ? -1 : x > y ? 1 : 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a value to search for', () => {
  it.each([
    ['text', 'GRACE', 'grace'],
    ['text', 'Gru\u0308n', 'grün'],
    ['text', '', ''],
    ['email', 'Grace@', 'grace@'],
    ['select', 'Vegan', 'vegan'],
    ['country', 'DE', 'de'],
    ['number', 0, '8000000000000000'],
    ['boolean', true, 'true'],
    ['consent', false, 'false'],
    ['date', '2031-05-06', '2031-05-06'],
    ['time', '14:30', '14:30'],
    ['datetime', '2031-05-06T01:30:00.5+02:00', '2031-05-05T23:30:00.500Z'],
    ['text', 5, undefined],
    ['text', true, undefined],
    ['text', null, undefined],
    ['text', 'a\0b', undefined],
    ['text', 'a'.repeat(20_001), undefined],
    ['number', '5', undefined],
    ['number', Number.NaN, undefined],
    ['boolean', 'true', undefined],
    ['consent', 1, undefined],
    ['date', '2031-02-30', undefined],
    ['time', '25:00', undefined],
    ['datetime', '2031-05-06', undefined],
    ['multiselect', ['a'], undefined],
    ['url', {}, undefined],
  ] as const)('of type %s: %j is %j', (type, value, encoded) => {
    expect(encodeSearchValue(type, value)).toBe(encoded)
  })
})

describe('the index of answers', () => {
  it('has a row for each answer, and one for each value of a multiselect', () => {
    const choices = ['a', 'A', 'b'].map((value) => ({ value, label: value }))
    const form = formOf(
      { name: 'role', type: 'text' },
      { name: 'days', type: 'multiselect', choices },
      { name: 'guests', type: 'number' },
      { name: 'when', type: 'datetime' },
      { name: 'none', type: 'text' },
      { name: 'long', type: 'textarea' },
    )
    const long = `${'👩'.repeat(99)}${'Ä'.repeat(200)}`
    const given = {
      role: 'Engineer',
      days: ['a', 'A', 'b'],
      guests: 2,
      when: '2031-05-06T14:00:00+02:00',
      long,
    }
    const { answers, errors } = checkAnswers(form, given)
    expect(errors).toEqual([])
    expect(indexAnswers(form, answers)).toEqual([
      { field: 'role', type: 'text', key: 'engineer', value: 'engineer' },
      { field: 'days', type: 'multiselect', key: 'a', value: 'a' },
      { field: 'days', type: 'multiselect', key: 'b', value: 'b' },
      { field: 'guests', type: 'number', key: 'c000000000000000', value: 'c000000000000000' },
      { field: 'when', type: 'datetime', key: '2031-05-06T12:00:00.000Z', value: '2031-05-06T12:00:00.000Z' },
      { field: 'long', type: 'textarea', key: `${'👩'.repeat(99)}ä`, value: long.toLowerCase() },
    ])
    expect(indexAnswers(form, {})).toEqual([])
  })

  it('keys by a hundred characters, none of them halved', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '👩', 'é'), maxLength: 220 }), (value) => {
        expect(keyOf(value)).toBe([...value].slice(0, 100).join(''))
      }),
    )
  })
})
