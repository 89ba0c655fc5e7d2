import * as Type from 'typebox'

type Loose = Type.TSchema & {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Type.TSchema[]
  properties?: Readonly<Record<string, Type.TSchema>>
  required?: readonly string[]
}

/**
 * The schema of a merge patch (RFC 7396): every member may be left out, and null clears it. The merged result is
 * validated as a whole.
 */
export function mergePatchOf<S extends Type.TSchema>(schema: S): Type.TUnsafe<MergePatch<Type.Static<S>>> {
  return Type.Unsafe<MergePatch<Type.Static<S>>>(loosen(schema))
}

type MergePatch<T> = { [K in keyof T]?: T[K] | null }

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

/** Applies a merge patch (RFC 7396 §2). */
export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return patch as T
  const members = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else if (value !== undefined) members.set(name, mergePatch(members.get(name), value))
  }
  return Object.fromEntries(members) as T
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
