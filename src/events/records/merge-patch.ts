import * as Type from 'typebox'

type Loose = Type.TSchema & {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Type.TSchema[]
  properties?: Readonly<Record<string, Type.TSchema>>
  required?: readonly string[]
}

/** RFC 7396: every member may be left out, and null clears it. The merged result is validated as a whole. */
export function mergePatchOf<T>(schema: Type.TSchema): Type.TUnsafe<T> {
  return Type.Unsafe<T>(loosen(schema))
}

function loosen(schema: Loose): Type.TSchema {
  if (schema.properties === undefined) return schema
  const { required: _required, properties, ...rest } = schema
  const members = Object.entries(properties).map(([name, member]) => [name, orNull(loosen(member))])
  return { ...rest, properties: Object.fromEntries(members) } as Type.TSchema
}

function orNull(schema: Loose): Type.TSchema {
  const { anyOf, type } = schema
  if (anyOf !== undefined) return { anyOf: anyOf.map((one) => loosen(one)) } as Type.TSchema
  if (typeof type !== 'string') return schema
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] }
  return { ...schema, type: [type, 'null'], ...values } as Type.TSchema
}
