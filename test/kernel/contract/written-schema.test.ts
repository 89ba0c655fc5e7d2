import { Ajv } from 'ajv'
import fastJson from 'fast-json-stringify'
import * as Type from 'typebox'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { orNull } from '../../../src/kernel/contract/schema.ts'
import { serialize } from '../../../src/kernel/contract/validate.ts'
import { writtenSchema } from '../../../src/kernel/contract/written-schema.ts'
import { apis, rowsOf } from '../../contract/apis.ts'

const place = Type.Object({ name: Type.String(), floor: Type.Optional(orNull(Type.Integer())) })
const answer = Type.Object({
  place: orNull(place),
  places: Type.Array(orNull(place)),
  state: Type.Union([Type.Literal('open'), Type.Literal('ended')]),
  outcome: orNull(Type.Union([Type.Literal('yes'), Type.Literal('no')])),
  value: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  choice: orNull(Type.Enum(['a', 'b'])),
})
const full = { name: 'Hall "2"', floor: null }

describe('writing a union', () => {
  it.each([
    { place: full, places: [full, null], state: 'open', outcome: 'yes', value: 'a "b"', choice: 'a' },
    { place: null, places: [], state: 'ended', outcome: null, value: 0.5, choice: null },
    {
      place: { name: '', floor: 3 },
      places: [null],
      state: 'open',
      outcome: null,
      value: false,
      choice: null,
    },
  ])('gives the JSON of the value: %j', (value) => {
    expect(JSON.parse(serialize(answer, value))).toEqual(value)
  })

  const kinds = Type.Array(
    Type.Union([
      Type.Object({ kind: Type.Enum(['a', 'b']), x: Type.Optional(orNull(Type.Enum(['c', 'd']))) }),
      Type.Object({ kind: Type.Enum(['e', 'f']), y: Type.Integer() }),
      Type.Union([Type.String(), Type.Integer()]),
    ]),
  )

  it('tells options that are objects apart by all that they say', () => {
    const value = [{ kind: 'a', x: null }, { kind: 'b', x: 'c' }, { kind: 'e', y: 1 }, 'g', 2]
    expect(JSON.parse(serialize(kinds, value))).toEqual(value)
  })

  it('asks no validator what the value is', () => {
    const validate = vi.spyOn(Ajv.prototype, 'validate')
    onTestFinished(() => validate.mockRestore())
    const value = { place: full, places: [null], state: 'open', outcome: 'no', choice: null }
    serialize(answer, value)
    expect(validate).not.toHaveBeenCalled()
    // The control.
    fastJson(answer as Parameters<typeof fastJson>[0])(value)
    expect(validate).toHaveBeenCalled()
  })

  it('leaves out what no option declares', () => {
    const value = { place: { ...full, secret: 1 }, places: [], state: 'open', outcome: null, choice: null }
    expect(serialize(answer, value)).not.toContain('secret')
  })
})

/** Compiled at the first value, which holds up all other requests. */
function validates(schema: Type.TSchema): boolean {
  const built: unknown = fastJson(schema as Parameters<typeof fastJson>[0], { mode: 'debug' })
  const { code } = built as { code: string }
  return code.includes('validator.validate')
}

const rows = apis.flatMap(({ api }) => rowsOf(api))
const answers = rows.flatMap(({ api, name, operation }) =>
  Object.values(operation.answers).map(({ schema }) => ({ api: api.name, name, schema })),
)
/** Written item by item, each by its own schema. */
const isList = ({ schema }: { schema?: Type.TSchema | undefined }) =>
  JSON.stringify(schema).includes('"anyOf":[{"type":"object","required":["id","deleted"')

describe('the serializer of an answer', () => {
  const single = answers.filter((row) => row.schema !== undefined && !isList(row))

  it.each(single)('validates nothing: $api $name', ({ schema = Type.Any() }) => {
    expect(validates(writtenSchema(schema))).toBe(false)
  })

  it('would validate some of them (the control)', () => {
    expect(single.some(({ schema = Type.Any() }) => validates(schema))).toBe(true)
  })
})
