import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'

/** RFC 3339 with an offset; whether the day exists is checked by the domain. */
const TIME =
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$'
const TIME_FORM = new RegExp(TIME)

export function isTime(text: string): boolean {
  return TIME_FORM.test(text)
}

export const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength })
export const time = Type.String({ pattern: TIME, maxLength: 40, description: 'RFC 3339 with an offset.' })
export const id = Type.String({ description: 'UUIDv7.', 'x-log': true })
export const order = Type.Integer({ minimum: 0, maximum: 1_000_000 })
export const count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
export const url = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2_048 })
const EMAIL = '^[^\\s@]{1,64}@[^\\s@]{1,255}$'
export const email = Type.String({ pattern: EMAIL, maxLength: 320 })

// A list of types serialises faster than a union.
export const textOrNull = (options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })
export const timeOrNull = textOrNull({
  pattern: TIME,
  maxLength: 40,
  description: 'RFC 3339 with an offset.',
})
export const emailOrNull = textOrNull({ pattern: EMAIL, maxLength: 320 })
export const idOrNull = textOrNull({ maxLength: 64, 'x-log': true })
export const countOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: 1_000_000_000,
})
export const urlOrNull = textOrNull({ pattern: '^https?://[^\\s]+$', maxLength: 2_048 })

export function oneOf<const V extends readonly string[]>(...values: V) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values })
}

export const externalReferences = Type.Array(closed({ system: text(100, 1), id: text(200, 1) }), {
  maxItems: 50,
})
export type ExternalReference = { system: string; id: string }

export const customFields = Type.Unsafe<Record<string, string | number | boolean | null>>({
  type: 'object',
  maxProperties: 200,
  propertyNames: { maxLength: 100 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 4_000 },
})

/** Answers by field name; the form determines their types. Array first: else the serialiser writes an array as text. */
export const answers = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 500,
  propertyNames: { maxLength: 100 },
  additionalProperties: { type: ['array', 'string', 'number', 'boolean', 'null'], items: { type: 'string' } },
})
export const idList = Type.Array(text(64), { maxItems: 500 })

/** Members of every record. */
export const tracked = { createdAt: time, updatedAt: time, version: Type.Integer() }

/** A deleted record, returned if the client asks for deleted records. */
export const tombstone = Type.Object({
  id,
  deleted: Type.Literal(true),
  updatedAt: time,
  version: Type.Integer(),
})
