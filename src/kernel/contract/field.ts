import type { TSchema } from 'typebox'

/**
 * What a form needs to know about a member: the kind of input, its limits and its default. Members of the kind `json`
 * have no simple input.
 */
export type Field<V = unknown> = {
  readonly kind: 'text' | 'number' | 'flag' | 'time' | 'choice' | 'object' | 'list' | 'json'
  /** A client must send it. */
  readonly required: boolean
  readonly nullable: boolean
  /** The default that is stored if a client leaves it out. */
  readonly otherwise: V | undefined
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly isWhole?: boolean
  readonly choices?: readonly string[]
  /** The members of an object, or of each object in a list. */
  readonly fields?: Fields
}
export type Fields = Readonly<Record<string, Field>>

type Described = Omit<Field, 'required' | 'otherwise'>

/** The JSON Schema keywords that limit input. */
type Words = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export function describeSchema(schema: TSchema): Described {
  const words: Words = schema
  const types = [words.type ?? []].flat()
  const [inner] = words.anyOf?.filter((one) => (one as Words).type !== 'null') ?? []
  if (inner !== undefined) return { ...describeSchema(inner), nullable: true }
  const nullable = types.includes('null')
  if (words.enum !== undefined) {
    const choices = words.enum.filter((value) => typeof value === 'string')
    return { kind: 'choice', nullable, choices }
  }
  if (types.includes('string')) return { kind: 'text', nullable, ...limits(words, 'maxLength') }
  if (types.includes('boolean')) return { kind: 'flag', nullable }
  if (types.includes('array')) return describeList(words)
  if (words.properties !== undefined) return { kind: 'object', nullable, fields: describeObject(words) }
  const isWhole = types.includes('integer')
  if (!isWhole && !types.includes('number')) return { kind: 'json', nullable }
  return { kind: 'number', nullable, isWhole, ...limits(words, 'minimum', 'maximum') }
}

/** A list of objects becomes a list of small forms; the page itself must show any other list. */
function describeList({ items }: Words): Described {
  const item: Words = items ?? {}
  if (item.properties === undefined) return { kind: 'json', nullable: false }
  return { kind: 'list', nullable: false, fields: describeObject(item) }
}

function describeObject({ properties = {}, required = [] }: Words): Fields {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { ...describeSchema(schema), required: required.includes(name), otherwise: undefined },
    ]),
  )
}

function limits(words: Words, ...names: readonly ('maxLength' | 'minimum' | 'maximum')[]) {
  return Object.fromEntries(
    names.flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]]])),
  ) as Pick<Described, 'maxLength' | 'minimum' | 'maximum'>
}
