import { describe, expect, it } from 'vitest'
import { checkAnswers } from '../../../src/events/form/answers.ts'
import { fieldTypes } from '../../../src/events/form/field-types.ts'
import { formOf } from './forms.ts'

const LENGTH = 100 * 1_024
const hostile = [
  `${'a'.repeat(LENGTH)}!`,
  `${'a@'.repeat(LENGTH / 2)}!`,
  `a@${'a.'.repeat(LENGTH / 2)}!`,
  `a@${'a-'.repeat(LENGTH / 2)}!`,
  `+${'1'.repeat(LENGTH)}!`,
  `https://${'a.'.repeat(LENGTH / 2)}!`,
  `https://${'%'.repeat(LENGTH)}`,
  `2031-05-06T14:30:00.${'0'.repeat(LENGTH)}Z`,
  '2031-'.repeat(LENGTH / 5),
  `${' '.repeat(LENGTH)}x`,
  '\u202e'.repeat(LENGTH),
  '👩'.repeat(LENGTH / 2),
  '\ud800'.repeat(LENGTH),
]

describe.each(fieldTypes)('a field of type %s', (type) => {
  it('refuses texts of 100 KB by their length or shape', () => {
    const validation = type === 'text' ? { pattern: '^(a+)+$' } : {}
    const form = formOf({ type, validation })
    for (const value of hostile) {
      const { answers, errors } = checkAnswers(form, { field: value })
      expect(answers).toEqual({})
      expect(errors).toHaveLength(1)
      expect(JSON.stringify(errors).length).toBeLessThan(400)
    }
  })
})

describe('a multiselect', () => {
  it('refuses by its count what has more values than there are choices', () => {
    const form = formOf({ type: 'multiselect' })
    const { errors } = checkAnswers(form, { field: Array.from({ length: 100_000 }, () => 'a') })
    expect(errors.map(({ code }) => code)).toEqual(['maxItems'])
  })
})

describe('a text that is too long', () => {
  it('never reaches the pattern', () => {
    const form = formOf({ type: 'text', validation: { pattern: '^a*$', maxLength: 5 } })
    expect(checkAnswers(form, { field: 'b'.repeat(6) }).errors[0]?.code).toBe('maxLength')
    expect(checkAnswers(form, { field: 'b'.repeat(5) }).errors[0]?.code).toBe('pattern')
  })
})
