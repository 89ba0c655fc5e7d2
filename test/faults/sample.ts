import type { TSchema } from 'typebox'

type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  minimum?: number
  minLength?: number
}

/** Something that a schema of the usual kinds accepts; what the name of a member says is taken from `known`. */
export function sampleOf(schema: TSchema | undefined, known: Readonly<Record<string, unknown>>): unknown {
  return schema === undefined ? undefined : sample(schema as Schema, known)
}

function sample(schema: Schema, known: Readonly<Record<string, unknown>>): unknown {
  if (schema.const !== undefined) return schema.const
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  const [first] = schema.anyOf ?? []
  if (first !== undefined) return sample(first, known)
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {})
    const asked = members.filter(([name]) => schema.required?.includes(name) || name in known)
    return Object.fromEntries(asked.map(([name, member]) => [name, known[name] ?? sample(member, known)]))
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, known))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}
