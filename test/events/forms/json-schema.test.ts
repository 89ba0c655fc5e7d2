import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAnswers } from '../../../src/events/form/answers.ts'
import { buildForm } from '../../../src/events/form/build.ts'
import { checkForm } from '../../../src/events/form/checks/check-form.ts'
import type { Form, Validation } from '../../../src/events/form/definition.ts'
import { type FieldType, fieldTypes } from '../../../src/events/form/field-types.ts'
import { describeFormSchema } from '../../../src/events/form/json-schema.ts'
import { isEmailAddress, isWebAddress } from '../../../src/events/form/values/addresses.ts'
import { isDate, utcOf } from '../../../src/events/form/values/calendar.ts'
import { countingIds, type FieldSketch, formOf, inputOf } from './forms.ts'

/** Formats are ours here: what is compared is the rest. Strict: a word that 2020-12 does not have is an error. */
const ajv = new Ajv2020({
  strict: true,
  strictTypes: true,
  formats: {
    email: isEmailAddress,
    date: isDate,
    'date-time': (text: string) => utcOf(text) !== undefined,
    uri: isWebAddress,
  },
})

/** Phones that fit the pattern are in a plan, and no text has a NUL: a schema cannot tell. */
const values: Record<FieldType, readonly unknown[]> = {
  text: ['', 'a', 'ab', '👩👩', 'abc', 'a1', 'x'.repeat(1_001)],
  textarea: ['', 'a', 'a\nb', 'x'.repeat(10_001)],
  email: ['a@b.co', 'a@b', ''],
  phone: ['+4930123456', '030123456', '+49 30 123456'],
  number: [0, 1, 2, 2.5, -1],
  boolean: [true, false],
  consent: [true, false],
  select: ['a', 'b', 'd'],
  radio: ['a', 'c', ''],
  multiselect: [[], ['a'], ['a', 'b'], ['a', 'a'], ['d'], ['a', 'b', 'c']],
  date: ['2031-05-06', '2031-02-30'],
  time: ['14:30', '24:00', '14:30:00'],
  datetime: ['2031-05-06T14:30:00Z', '2031-05-06T14:30:00'],
  country: ['DE', 'XX', 'de'],
  url: ['https://example.org', 'ftp://example.org', 'HTTP://a.org'],
}
const anything = fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'a', 'true', [], ['a'], {}, [null])

const validations: Partial<Record<FieldType, readonly Validation[]>> = {
  text: [
    {},
    { minLength: 2 },
    { maxLength: 2 },
    { pattern: '^[a-z]\\w*$' },
    { minLength: 1, pattern: '\\d' },
  ],
  textarea: [{}, { pattern: '^.$', maxLength: 100 }],
  number: [{}, { integer: true }, { minimum: 1 }, { minimum: 0, maximum: 2, integer: false }],
  multiselect: [{}, { minItems: 2 }, { maxItems: 1 }, { minItems: 1, maxItems: 2 }],
}

const sketch = fc.constantFrom(...fieldTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    required: fc.boolean(),
    perAttendee: fc.boolean(),
    validation: fc.constantFrom(...(validations[type] ?? [{}])),
  }),
)

/** Which earlier field shows one, and by how many of its values. */
const link = fc.option(
  fc.record({ back: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 3 }) }),
)

const form = fc.array(fc.tuple(sketch, link), { minLength: 1, maxLength: 6 }).map((parts): Form => {
  const fields: FieldSketch[] = []
  for (const [index, [part, condition]] of parts.entries()) {
    const source = condition === null ? undefined : fields[index - condition.back]
    const shownBy =
      condition === null || source === undefined ? [] : fitting(source).slice(0, condition.count)
    const visibleIf =
      shownBy.length === 0 || source?.name === undefined ? null : { field: source.name, in: shownBy }
    fields.push({ ...part, name: `f${index}`, visibleIf })
  }
  const input = inputOf(...fields)
  expect(checkForm(input)).toEqual([])
  return buildForm(input, countingIds())
})

function fitting(source: FieldSketch): (string | number | boolean)[] {
  if (source.type === 'multiselect') return ['a', 'b']
  return rightAnswers(source).filter(
    (value): value is string | number | boolean => typeof value !== 'object' && value !== undefined,
  )
}

function rightAnswers({ type, validation }: Pick<FieldSketch, 'type' | 'validation'>): unknown[] {
  const alone = buildForm(inputOf({ type, validation: validation ?? {} }), countingIds())
  return values[type].filter((value) => checkAnswers(alone, { field: value }).errors.length === 0)
}

const answersTo = (made: Form) =>
  fc.record(
    Object.fromEntries(
      made.sections
        .flatMap(({ fields }) => fields)
        .map((field) => [
          field.name,
          fc.oneof(
            { weight: 20, arbitrary: fc.constantFrom(...rightAnswers(field)) },
            { weight: 4, arbitrary: fc.constantFrom(...values[field.type]) },
            { weight: 1, arbitrary: anything },
          ),
        ]),
    ),
    { requiredKeys: [] },
  )

describe('the JSON Schema of a form', () => {
  it('accepts exactly what the check accepts', () => {
    const seen = { accepted: 0, refused: 0, dropped: 0 }
    fc.assert(
      fc.property(form, fc.boolean(), fc.nat(), (made, guest, seed) => {
        const validate = ajv.compile(describeFormSchema(made, { guest }))
        for (const answers of fc.sample(answersTo(made), { numRuns: 25, seed })) {
          const checked = checkAnswers(made, answers, { guest })
          expect(validate(answers), JSON.stringify(answers)).toBe(checked.errors.length === 0)
          if (checked.errors.length > 0) seen.refused += 1
          else seen.accepted += 1
          if (
            checked.errors.length === 0 &&
            Object.keys(checked.answers).length < Object.keys(answers).length
          )
            seen.dropped += 1
        }
      }),
      { numRuns: 80 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
  })

  it('nests the conditions of a chain, and says what people read', () => {
    const made = formOf(
      { name: 'diet', label: 'Diet', type: 'select', required: true },
      {
        name: 'note',
        label: 'Which?',
        help: 'Briefly.',
        type: 'text',
        required: true,
        visibleIf: { field: 'diet', in: ['b', 'b'] },
      },
      {
        name: 'day',
        label: 'Day',
        type: 'date',
        validation: { min: '2031-01-01' },
        visibleIf: { field: 'note', in: ['x'] },
      },
    )
    expect(describeFormSchema(made)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        diet: { title: 'Diet', type: 'string', enum: ['a', 'b', 'c'] },
        note: { title: 'Which?', description: 'Briefly.' },
        day: { title: 'Day', description: '2031-01-01 or later.' },
      },
      required: ['diet'],
      allOf: [
        {
          if: { properties: { diet: { enum: ['b'] } }, required: ['diet'] },
          // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
          then: {
            properties: { note: { type: 'string', minLength: 1, maxLength: 1_000 } },
            required: ['note'],
            allOf: [
              {
                if: { properties: { note: { enum: ['x'] } }, required: ['note'] },
                // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
                then: { properties: { day: { type: ['string', 'null'], format: 'date' } } },
              },
            ],
          },
        },
      ],
      additionalProperties: false,
    })
  })

  it.each(fieldTypes)('bounds every text of type %s', (type) => {
    const validate = ajv.compile(describeFormSchema(formOf({ type })))
    for (const size of [20_001, 100_000]) {
      expect(validate({ field: 'a'.repeat(size) })).toBe(false)
      expect(validate({ field: `https://a.org/${'a'.repeat(size)}` })).toBe(false)
    }
  })
})
