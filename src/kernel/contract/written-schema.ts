import type { TSchema } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

const scalars: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

/**
 * A schema that writes the same JSON with fewer unions. For each union that stays, the serializer compiles a validator of
 * the whole answer at the first value, which takes up to 150 ms, and runs it for every value.
 */
export function writtenSchema(schema: TSchema): TSchema {
  return simplify(schema as Schema) as TSchema
}

function simplify(schema: Schema): Schema {
  const simple: Record<string, unknown> = { ...schema }
  for (const name of ['items', 'additionalProperties'])
    if (isSchema(schema[name])) simple[name] = simplify(schema[name])
  if (isSchema(schema.properties))
    simple.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [name, simplify(member as Schema)]),
    )
  return Array.isArray(schema.anyOf) ? simplifyUnion(simple, schema.anyOf.map(simplify)) : simple
}

/** Returns `union` itself if its options must be told apart: that takes all that they say. */
function simplifyUnion(union: Schema, options: readonly Schema[]): Schema {
  const { anyOf: _, ...rest } = union
  const some = options.filter(({ type }) => type !== 'null')
  const nullable = some.length < options.length ? { nullable: true } : {}
  const [only = {}, ...others] = some
  if (others.length === 0) return { ...rest, ...only, ...nullable }
  const types = [...new Set(some.map(({ type }) => type))]
  // Without a type a value is written as it is.
  if (types.every((type) => scalars.includes(type)))
    return { ...rest, ...nullable, ...(types.length === 1 ? { type: types[0] } : {}) }
  return union
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
