import { describe, expect, it } from 'vitest'
import { checkForm } from '../../../src/events/form/checks/check-form.ts'
import type { FieldInput } from '../../../src/events/form/definition.ts'
import { type FieldSketch, inputOf } from './forms.ts'

const at = (index: number) => `/sections/0/fields/${index}`
const errorsOf = (...fields: FieldSketch[]) =>
  checkForm(inputOf(...fields)).map(({ pointer, code }) => `${pointer} ${code}`)
const choicesOf = (...values: string[]) => values.map((value) => ({ value, label: value }))

const wrong: [string, FieldSketch, string][] = [
  ['a name with a dot', { type: 'text', name: 'a.b' }, 'name pattern'],
  ['an empty name', { type: 'text', name: '' }, 'name pattern'],
  ['a long name', { type: 'text', name: 'a'.repeat(61) }, 'name pattern'],
  ['a name with a line break', { type: 'text', name: 'a\n' }, 'name pattern'],
  ['a name of every object', { type: 'text', name: 'constructor' }, 'name pattern'],
  ['the prototype', { type: 'text', name: '__proto__' }, 'name pattern'],
  ['choices of a text', { type: 'text', choices: choicesOf('a') }, 'choices not-allowed'],
  ['no choices', { type: 'select', choices: [] }, 'choices required'],
  ['choices that are null', { type: 'radio', choices: null }, 'choices required'],
  ['a value twice', { type: 'multiselect', choices: choicesOf('a', 'b', 'a') }, 'choices/2/value duplicate'],
  [
    '501 choices',
    { type: 'select', choices: choicesOf(...Array.from({ length: 501 }, (_, i) => `${i}`)) },
    'choices maxItems',
  ],
  [
    'a capacity below 0',
    { type: 'select', choices: [{ value: 'a', label: 'A', capacity: -1 }] },
    'choices/0/capacity minimum',
  ],
  [
    'half a place',
    { type: 'select', choices: [{ value: 'a', label: 'A', capacity: 0.5 }] },
    'choices/0/capacity minimum',
  ],
  [
    'a word of another type',
    { type: 'number', validation: { maxLength: 3 } },
    'validation/maxLength not-allowed',
  ],
  [
    'a word for a type without',
    { type: 'email', validation: { pattern: 'a' } },
    'validation/pattern not-allowed',
  ],
  [
    'minLength over maxLength',
    { type: 'text', validation: { minLength: 3, maxLength: 2 } },
    'validation/minLength range',
  ],
  [
    'minLength over what a text has',
    { type: 'text', validation: { minLength: 1_001 } },
    'validation/minLength range',
  ],
  ['maxLength 0', { type: 'textarea', validation: { maxLength: 0 } }, 'validation/maxLength range'],
  ['a bad pattern', { type: 'text', validation: { pattern: '(' } }, 'validation/pattern pattern'],
  ['look-ahead', { type: 'textarea', validation: { pattern: '(?=a)' } }, 'validation/pattern pattern'],
  [
    'a dear pattern',
    { type: 'textarea', validation: { pattern: '[ab]{100}' } },
    'validation/pattern pattern-cost',
  ],
  [
    'minimum over maximum',
    { type: 'number', validation: { minimum: 2, maximum: 1 } },
    'validation/minimum range',
  ],
  [
    'no whole number between',
    { type: 'number', validation: { minimum: 1.2, maximum: 1.8, integer: true } },
    'validation/minimum range',
  ],
  [
    'minItems over maxItems',
    { type: 'multiselect', validation: { minItems: 3, maxItems: 2 } },
    'validation/minItems range',
  ],
  [
    'minItems over the choices',
    { type: 'multiselect', validation: { minItems: 4 } },
    'validation/minItems range',
  ],
  ['maxItems 0', { type: 'multiselect', validation: { maxItems: 0 } }, 'validation/maxItems range'],
  ['a date that is none', { type: 'date', validation: { min: '2031-02-30' } }, 'validation/min format'],
  ['a time that is none', { type: 'time', validation: { max: '25:00' } }, 'validation/max format'],
  [
    'a datetime without offset',
    { type: 'datetime', validation: { min: '2031-05-06T12:00:00' } },
    'validation/min format',
  ],
  [
    'min after max',
    { type: 'date', validation: { min: '2031-02-02', max: '2031-02-01' } },
    'validation/min range',
  ],
  [
    'instants in the wrong order',
    { type: 'datetime', validation: { min: '2031-01-01T01:00:00Z', max: '2031-01-01T01:30:00+01:00' } },
    'validation/min range',
  ],
  [
    'a condition on itself',
    { type: 'text', name: 'a', visibleIf: { field: 'a', in: ['x'] } },
    'visibleIf/field unknown-field',
  ],
  ['an e-mail address from a number', { type: 'number', personalData: 'email' }, 'personalData type'],
  ['a phone from a text', { type: 'text', personalData: 'phone' }, 'personalData type'],
  ['a name from a date', { type: 'date', personalData: 'firstName' }, 'personalData type'],
]

describe('the check of a form', () => {
  it.each(wrong)('refuses %s', (_what, field, error) => {
    expect(errorsOf(field)).toEqual([`${at(0)}/${error}`])
  })

  it.each<[string, FieldSketch]>([
    ['a capacity of 0', { type: 'select', choices: [{ value: 'a', label: 'A', capacity: 0 }] }],
    ['a choice without limit', { type: 'select', choices: [{ value: 'a', label: 'A', capacity: null }] }],
    ['no choices where there are none', { type: 'text', choices: [] }],
    ['ends that are equal', { type: 'number', validation: { minimum: 1, maximum: 1, integer: true } }],
    ['one day', { type: 'date', validation: { min: '2031-02-01', max: '2031-02-01' } }],
    ['a longer text', { type: 'text', validation: { maxLength: 10_000 } }],
    [
      'null where nothing is said',
      { type: 'text', validation: null, visibleIf: null, help: null, personalData: null },
    ],
    ['a title to choose', { type: 'select', personalData: 'title' }],
  ])('takes %s', (_what, field) => {
    expect(errorsOf(field)).toEqual([])
  })

  it('refuses the same name twice, across sections', () => {
    const field: FieldInput = { name: 'a', label: 'A', type: 'text' }
    const sections = [
      { title: 'One', fields: [field] },
      { title: 'Two', fields: [{ ...field, name: 'b' }, field] },
    ]
    expect(checkForm({ sections })).toEqual([
      { pointer: '/sections/1/fields/1/name', code: 'duplicate', message: expect.any(String) },
    ])
  })

  it('refuses personal data that an earlier field fills', () => {
    expect(
      errorsOf(
        { type: 'email', name: 'a', personalData: 'email' },
        { type: 'email', name: 'b', personalData: 'email' },
      ),
    ).toEqual([`${at(1)}/personalData duplicate`])
  })

  it('refuses a condition on a later field', () => {
    expect(
      errorsOf(
        { type: 'text', name: 'a', visibleIf: { field: 'b', in: ['x'] } },
        { type: 'text', name: 'b' },
      ),
    ).toEqual([`${at(0)}/visibleIf/field unknown-field`])
  })

  it.each<[FieldSketch, unknown[], number[]]>([
    [{ type: 'select' }, ['a', 'd', true], [1, 2]],
    [{ type: 'multiselect' }, ['a', 'd'], [1]],
    [{ type: 'boolean' }, [true, 'true', 1], [1, 2]],
    [{ type: 'number', validation: { maximum: 2 } }, [2, 3, '2'], [1, 2]],
    [{ type: 'country' }, ['DE', 'XX'], [1]],
    [{ type: 'date' }, ['2031-02-28', '2031-02-30'], [1]],
    [{ type: 'text', validation: { maxLength: 2 } }, ['ab', 'abc', ''], [1]],
  ])('wants the values of a condition on %j to fit it', (source, values, refused) => {
    const visibleIf = { field: 'source', in: values as (string | number | boolean)[] }
    expect(errorsOf({ ...source, name: 'source' }, { type: 'text', name: 'b', visibleIf })).toEqual(
      refused.map((index) => `${at(1)}/visibleIf/in/${index} enum`),
    )
  })

  it('bounds how many conditions stand behind each other', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index): FieldSketch => {
        const visibleIf = index === 0 ? null : { field: `f${index - 1}`, in: [true] }
        return { type: 'boolean', name: `f${index}`, visibleIf }
      })
    expect(errorsOf(...chain(11))).toEqual([])
    expect(errorsOf(...chain(12))).toEqual([`${at(11)}/visibleIf/field depth`])
  })

  it('takes 200 fields and no more', () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index): FieldSketch => ({ type: 'text', name: `f${index}` }))
    expect(errorsOf(...fields(200))).toEqual([])
    expect(errorsOf(...fields(201))).toEqual(['/sections maxItems'])
  })

  it('bounds what the patterns of a form cost together', () => {
    const fields = Array.from({ length: 9 }, (_, index): FieldSketch => {
      return { type: 'text', name: `f${index}`, validation: { pattern: '^[ab]{500}$', maxLength: 500 } }
    })
    expect(errorsOf(...fields.slice(0, 7))).toEqual([])
    expect(errorsOf(...fields)).toEqual(['/sections pattern-cost'])
  })

  it('looks at groups and at the number of sessions', () => {
    const input = inputOf({ type: 'text' })
    expect(
      checkForm({ ...input, optionGroupIds: ['a', 'b', 'a'], sessionSelection: { min: 2, max: 1 } }),
    ).toEqual([
      { pointer: '/optionGroupIds/2', code: 'duplicate', message: expect.any(String) },
      { pointer: '/sessionSelection/min', code: 'range', message: expect.any(String) },
    ])
    expect(checkForm({ ...input, optionGroupIds: ['a', 'b'], sessionSelection: { min: 2 } })).toEqual([])
    expect(checkForm({ ...input, sessionSelection: { min: 2, max: null } })).toEqual([])
  })

  it('tells every fault at once', () => {
    expect(
      errorsOf(
        { type: 'text', name: 'a b', validation: { pattern: '(' } },
        { type: 'select', name: 'c', choices: [] },
      ),
    ).toEqual([`${at(0)}/name pattern`, `${at(0)}/validation/pattern pattern`, `${at(1)}/choices required`])
  })
})
