import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { elsewhere, flag, json, required, stored, timestamp } from '../../../src/kernel/contract/member.ts'
import { defineRecord } from '../../../src/kernel/contract/record.ts'
import { closed } from '../../../src/kernel/contract/schema.ts'

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 40 })
const wholeOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 9 })
const choice = Type.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] })
const choiceOrNull = Type.Unsafe<'a' | null>({ type: ['string', 'null'], enum: ['a', null] })
const place = closed({ name: Type.String({ maxLength: 9 }), floor: Type.Optional(Type.Number()) })
const bag = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })

const { fields } = defineRecord(
  {
    title: required('title', Type.String({ minLength: 1, maxLength: 300, pattern: '^x' })),
    note: stored('note', textOrNull, null),
    start: required('start_text', Type.String({ maxLength: 40 }), { time: 'starts_at' }),
    opens: timestamp('opens_at', textOrNull),
    places: elsewhere(wholeOrNull),
    guests: stored('guests', Type.Integer({ minimum: 0, maximum: 20 }), 3),
    open: flag('is_open'),
    way: stored('way', choice, 'b'),
    format: stored('format', choiceOrNull, null),
    place: json('place', Type.Union([place, Type.Null()]), null),
    stops: json('stops', Type.Array(place), []),
    ids: json('ids', Type.Array(Type.String()), []),
    bag: json('bag', bag, {}),
  },
  { fixed: [], changing: [] },
)

const inPlace = {
  name: { kind: 'text', maxLength: 9, nullable: false, required: true, otherwise: undefined },
  floor: { kind: 'number', isWhole: false, nullable: false, required: false, otherwise: undefined },
}
const asked = { required: true, nullable: false, otherwise: undefined }
const orNull = { required: false, nullable: true, otherwise: null }
const plain = { required: false, nullable: false }

describe('what a form knows of a member', () => {
  it.each([
    ['title', { kind: 'text', maxLength: 300, ...asked }],
    ['note', { kind: 'text', maxLength: 40, ...orNull }],
    ['start', { kind: 'time', maxLength: 40, ...asked }],
    ['opens', { kind: 'time', maxLength: 40, ...orNull }],
    ['places', { kind: 'number', isWhole: true, minimum: 1, maximum: 9, ...orNull }],
    ['guests', { kind: 'number', isWhole: true, minimum: 0, maximum: 20, ...plain, otherwise: 3 }],
    ['open', { kind: 'flag', ...plain, otherwise: false }],
    ['way', { kind: 'choice', choices: ['a', 'b'], ...plain, otherwise: 'b' }],
    ['format', { kind: 'choice', choices: ['a'], ...orNull }],
    ['place', { kind: 'object', fields: inPlace, ...orNull }],
    ['stops', { kind: 'list', fields: inPlace, ...plain, otherwise: [] }],
    ['ids', { kind: 'json', ...plain, otherwise: [] }],
    ['bag', { kind: 'json', ...plain, otherwise: {} }],
  ] as const)('is derived from its row: %s', (name, field) => {
    expect(fields[name]).toEqual(field)
  })
})
