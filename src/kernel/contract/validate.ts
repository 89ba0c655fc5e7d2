import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { Fault, type FieldError } from '../base/fault.ts'
import { Serialized } from './operation.ts'
import { writtenSchema } from './written-schema.ts'

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  validateFormats: false,
  // The schemas are our own and tested. Compiling the schema of schemas would take 70 ms at the first request.
  validateSchema: false,
  meta: false,
  // V8 optimizes the code anyway, and without Ajv's optimizer a schema compiles in a fifth less time.
  code: { optimize: false },
})

// A schema is compiled at its first use, which takes a few milliseconds; compiling all of them would take most of a
// second at every start.
const validators = new WeakMap<TSchema, ValidateFunction>()
const serializers = new WeakMap<TSchema, (value: unknown) => string>()

/** `kind` is the fault to throw for an invalid value. */
export function check(
  schema: TSchema,
  value: unknown,
  at: string,
  kind: 'invalid' | 'invalid-parameter' = 'invalid',
): void {
  const errors = findErrors(schema, value, at)
  if (errors.length === 0) return
  throw new Fault(kind, { detail: errors.map((error) => describe(error)).join('; '), errors })
}

/** Returns the first twenty errors. */
export function findErrors(schema: TSchema, value: unknown, at: string): FieldError[] {
  const validate = validatorOf(schema)
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, 20).map((error) => fieldError(error, at))
}

export function serialize(schema: TSchema, value: unknown): string {
  return serializerOf(schema)(value)
}

function validatorOf(schema: TSchema): ValidateFunction {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    validators.set(schema, validate)
  }
  return validate
}

function serializerOf(schema: TSchema): (value: unknown) => string {
  let write = serializers.get(schema)
  if (write === undefined) {
    write = fastJson(writtenSchema(schema) as Parameters<typeof fastJson>[0])
    serializers.set(schema, write)
  }
  return write
}

const serialized = new WeakMap<object, Serialized>()

/** Serialises a value that is cached and returned many times unchanged. */
export function serializeOnce<V extends object>(schema: TSchema, value: V): Serialized {
  let text = serialized.get(value)
  if (text === undefined) {
    text = new Serialized(serialize(schema, value))
    serialized.set(value, text)
  }
  return text
}

function describe(error: FieldError): string {
  return error.pointer === '' ? error.message : `${error.pointer} ${error.message}`
}

/** For a missing or unknown member the pointer names that member. */
function fieldError(error: ErrorObject, at: string): FieldError {
  const params = error.params as { missingProperty?: string; additionalProperty?: string }
  const member = params.missingProperty ?? params.additionalProperty
  const suffix =
    member === undefined ? '' : `/${member.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`
  const pointer = `${at}${error.instancePath}${suffix}`
  if (params.missingProperty !== undefined) return { pointer, code: 'required', message: 'is required' }
  if (params.additionalProperty !== undefined)
    return { pointer, code: 'unknown-member', message: 'is not known here' }
  return { pointer, code: error.keyword, message: error.message ?? 'is not valid' }
}

/** Query values are texts: they are converted to numbers and booleans only if the schema asks for those. */
export function readTexts(
  schema: TSchema & { properties?: Readonly<Record<string, TSchema>> },
  texts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read = (name: string) => {
    const text = texts[name]
    const type = (schema.properties?.[name] as { type?: string } | undefined)?.type
    return typeof text === 'string' ? readText(type, text) : text
  }
  const names = Object.keys(texts)
  if (names.every((name) => read(name) === texts[name])) return texts
  // Object.fromEntries creates an own property for every name, including __proto__.
  return Object.fromEntries(names.map((name) => [name, read(name)]))
}

function readText(type: string | undefined, text: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
