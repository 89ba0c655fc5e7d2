import { describe, expect, it } from 'vitest'
import { checkAnswers } from '../../../src/events/form/answers.ts'
import { fieldTypes } from '../../../src/events/form/field-types.ts'
import { formOf } from './forms.ts'

const codesOf = (result: ReturnType<typeof checkAnswers>) =>
  result.errors.map(({ pointer, code }) => `${pointer} ${code}`)

describe('required fields', () => {
  it.each(fieldTypes)('asks for an answer of type %s, and null is none', (type) => {
    const form = formOf({ type, required: true })
    for (const answers of [{}, { field: null }, { field: undefined }]) {
      expect(checkAnswers(form, answers).errors).toEqual([
        { pointer: '/answers/field', code: 'required', message: 'is required' },
      ])
    }
    expect(checkAnswers(formOf({ type }), { field: null })).toEqual({ answers: {}, errors: [] })
  })

  it.each([
    ['text', ''],
    ['textarea', ''],
    ['multiselect', []],
    ['consent', false],
  ] as const)('takes %s answered by %j for no answer', (type, value) => {
    expect(codesOf(checkAnswers(formOf({ type, required: true }), { field: value }))).toEqual([
      '/answers/field required',
    ])
    expect(checkAnswers(formOf({ type }), { field: value }).errors).toEqual([])
  })

  it('takes false for an answer to a boolean', () => {
    expect(checkAnswers(formOf({ type: 'boolean', required: true }), { field: false }).errors).toEqual([])
  })

  it('asks a guest only for those that are per attendee', () => {
    const form = formOf(
      { name: 'role', type: 'text', required: true },
      { name: 'terms', type: 'consent', required: true },
      { name: 'badge', type: 'text', required: true, perAttendee: true },
      { name: 'note', type: 'text', perAttendee: true },
    )
    expect(codesOf(checkAnswers(form, { terms: false }, { guest: true, at: '/attendees/1' }))).toEqual([
      '/attendees/1/answers/badge required',
    ])
    const given = { role: 'Guest', terms: false, badge: 'A' }
    expect(checkAnswers(form, given, { guest: true })).toEqual({ answers: given, errors: [] })
    expect(codesOf(checkAnswers(form, {}))).toEqual([
      '/answers/role required',
      '/answers/terms required',
      '/answers/badge required',
    ])
  })
})

describe('hidden fields', () => {
  const diet = formOf(
    { name: 'diet', type: 'select' },
    { name: 'note', type: 'text', required: true, visibleIf: { field: 'diet', in: ['b', 'c'] } },
    { name: 'reason', type: 'number', required: true, visibleIf: { field: 'note', in: ['why'] } },
  )

  it('are not required, and their answers are dropped unseen', () => {
    expect(checkAnswers(diet, {}).errors).toEqual([])
    expect(checkAnswers(diet, { diet: 'a', note: 17, reason: 'x' })).toEqual({
      answers: { diet: 'a' },
      errors: [],
    })
    expect(checkAnswers(diet, { diet: null, note: 'why', reason: {} })).toEqual({ answers: {}, errors: [] })
  })

  it('hide what depends on them', () => {
    const dropped = { diet: 'a', note: 'why', reason: 1 }
    expect(checkAnswers(diet, dropped)).toEqual({ answers: { diet: 'a' }, errors: [] })
    expect(codesOf(checkAnswers(diet, { diet: 'b', note: 'why' }))).toEqual(['/answers/reason required'])
    expect(checkAnswers(diet, { ...dropped, diet: 'c' })).toEqual({
      answers: { ...dropped, diet: 'c' },
      errors: [],
    })
  })

  it('are asked for once they are shown', () => {
    expect(codesOf(checkAnswers(diet, { diet: 'b' }))).toEqual(['/answers/note required'])
    expect(codesOf(checkAnswers(diet, { diet: 'b', note: 17 }))).toEqual(['/answers/note type'])
  })

  it('show by any value of a multiselect, by true, and by a number', () => {
    const form = formOf(
      { name: 'days', type: 'multiselect' },
      { name: 'late', type: 'boolean' },
      { name: 'guests', type: 'number' },
      { name: 'one', type: 'text', required: true, visibleIf: { field: 'days', in: ['c'] } },
      { name: 'two', type: 'text', required: true, visibleIf: { field: 'late', in: [true] } },
      { name: 'three', type: 'text', required: true, visibleIf: { field: 'guests', in: [2, 3] } },
    )
    expect(checkAnswers(form, { days: ['a', 'b'], late: false, guests: 1 }).errors).toEqual([])
    expect(codesOf(checkAnswers(form, { days: ['a', 'c'], late: true, guests: 3 }))).toEqual([
      '/answers/one required',
      '/answers/two required',
      '/answers/three required',
    ])
  })
})

describe('names', () => {
  it('that no field has are refused, with an escaped pointer, and null is no excuse', () => {
    const form = formOf({ type: 'text' })
    expect(codesOf(checkAnswers(form, { 'a/b~c': 1, toString: null, field: 'x' }))).toEqual([
      '/answers/a~1b~0c unknown-field',
      '/answers/toString unknown-field',
    ])
  })

  it('of the prototype are no answers', () => {
    const form = formOf({ name: 'field', type: 'text', required: true })
    const answers = Object.create({ field: 'inherited' }) as Record<string, unknown>
    expect(codesOf(checkAnswers(form, answers))).toEqual(['/answers/field required'])
    expect(codesOf(checkAnswers(form, JSON.parse('{"__proto__": {"field": "x"}}')))).toEqual([
      '/answers/__proto__ unknown-field',
      '/answers/field required',
    ])
  })

  it('are told twenty at a time and cut, so that an answer stays small', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index}-${'x'.repeat(1_000)}`, 1]),
    )
    const { errors } = checkAnswers(formOf({ type: 'text' }), many)
    expect(errors).toHaveLength(20)
    expect(errors.every(({ pointer }) => pointer.length < 100)).toBe(true)
  })

  it('come back in the order of the form', () => {
    const form = formOf({ name: 'b', type: 'text' }, { name: 'a', type: 'text' })
    expect(Object.keys(checkAnswers(form, { a: '1', b: '2' }).answers)).toEqual(['b', 'a'])
  })
})
