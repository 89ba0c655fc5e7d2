import * as Type from 'typebox'

/** An object that refuses unknown members. Every request schema uses it. */
export function closed<P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

export function optional<P extends Type.TProperties>(properties: P) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [K in keyof P]: Type.TOptional<P[K]> }
}

export const time = Type.String({ description: 'RFC 3339.' })

export function orNull<S extends Type.TSchema>(schema: S, options: Type.TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options)
}

export const textOrNull = orNull(Type.String())
export const integerOrNull = orNull(Type.Integer())
export const timeOrNull = orNull(time)
