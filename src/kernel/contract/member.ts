import * as Type from 'typebox'
import type { Field } from './field.ts'
import { closed } from './schema.ts'

/**
 * How a record stores a member: unchanged in a column, as 0 or 1, in milliseconds, as JSON, in one column for each of
 * its parts, or `elsewhere`, where other code stores or computes it.
 */
type Kind = 'plain' | 'flag' | 'time' | 'json' | 'parts' | 'elsewhere'

/** Who writes it: the client; only the server; or nobody after the record was created. */
type Writer = 'client' | 'server' | 'nobody'

type MemberOptions = {
  /** An additional column with the folded text, used for searching. */
  readonly key?: string
  /** How texts are folded and compared if they are not ordinary words. */
  readonly as?: 'address' | 'id'
  /** An additional column with the time in milliseconds, used for searching. */
  readonly time?: string
  readonly searchable?: false
  readonly sortable?: false
  /** An index exists for finding records by this member. */
  readonly indexed?: true
  /** The index can also list the records in order. */
  readonly walk?: true
  /** Personal data: cleared when the person is erased. */
  readonly personal?: true
  /** The schema of what a client reads, if it differs from what a client sends. */
  readonly shown?: Type.TSchema
}

export type Member<
  S extends Type.TSchema = Type.TSchema,
  N extends string = string,
  K extends Kind = Kind,
  R extends boolean = boolean,
  W extends Writer = Writer,
  O extends MemberOptions = MemberOptions,
> = {
  readonly schema: S
  readonly column: N
  readonly kind: K
  /** A client must send it. */
  readonly required: R
  /** The default that is stored if a client leaves it out. */
  readonly otherwise: unknown
  readonly writer: W
  readonly options: O
  readonly parts?: Members
}

export type Members = Readonly<Record<string, Member>>

type Parts<P extends Members> = Omit<
  Member<
    Type.TObject<InputSchemas<P>>,
    never,
    'parts',
    true,
    'client',
    { readonly shown: Type.TObject<ShownSchemas<P>> }
  >,
  'parts'
> & { readonly parts: P }

type Shown<M extends Member> = M['options'] extends { readonly shown: infer A extends Type.TSchema }
  ? A
  : M['schema']
type NullOf<M extends Member> = null extends Type.Static<M['schema']> ? null : never
type Cell<M extends Member> = M['kind'] extends 'flag'
  ? number
  : M['kind'] extends 'time'
    ? number | NullOf<M>
    : M['kind'] extends 'json'
      ? string | NullOf<M>
      : Type.Static<M['schema']>

type Columnless = 'elsewhere' | 'parts'
type NamesOf<T extends Members, W extends Writer> = {
  [K in keyof T]: T[K]['writer'] extends W ? K : never
}[keyof T]
type StoredNames<T extends Members> = {
  [K in keyof T]: T[K]['kind'] extends Columnless ? never : K
}[keyof T]
type ElsewhereNames<T extends Members> = {
  [K in keyof T]: T[K]['kind'] extends 'elsewhere' ? K : never
}[keyof T]
type JsonNames<T extends Members> = {
  [K in keyof T]: T[K]['kind'] extends 'json' ? K : never
}[keyof T]
type PartsOf<T extends Members> = {
  [K in keyof T]: T[K] extends { readonly parts: infer P extends Members } ? P : never
}[keyof T]
type CellsOfParts<P> = [P] extends [never] ? unknown : P extends Members ? CellsOf<P> : never
type KeysOfParts<P> = [P] extends [never] ? unknown : P extends Members ? KeyColumns<P> : never

type KeyColumns<T extends Members> = {
  [K in keyof T as T[K]['options'] extends { readonly key: infer C extends string } ? C : never]:
    | string
    | NullOf<T[K]>
} & {
  [K in keyof T as T[K]['options'] extends { readonly time: infer C extends string } ? C : never]:
    | number
    | NullOf<T[K]>
}
/** The columns of members, without those used only for searching. */
export type CellsOf<T extends Members> = {
  [K in StoredNames<T> as T[K]['column']]: Cell<T[K]>
} & CellsOfParts<PartsOf<T>>
export type RowOfMembers<T extends Members> = CellsOf<T> & KeyColumns<T> & KeysOfParts<PartsOf<T>>

/** The columns that a row has for a record's members. */
export type RowOf<R extends { readonly members: Members }> = RowOfMembers<R['members']>

export type ClientMembers<T extends Members> = Pick<T, NamesOf<T, 'client'>>
type InputSchemas<T extends Members> = {
  [K in NamesOf<T, 'client'>]: T[K]['required'] extends true ? T[K]['schema'] : Type.TOptional<T[K]['schema']>
}
type ShownSchemas<T extends Members> = { [K in keyof T]: Shown<T[K]> }
export type InputOf<T extends Members> = Frozen<Type.Static<Type.TObject<InputSchemas<T>>>>
type Frozen<V> = V extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : V extends object
    ? { readonly [K in keyof V]: Frozen<V[K]> }
    : V
export type WholeInput<T extends Members> = { [K in NamesOf<T, 'client'>]: Type.Static<T[K]['schema']> }
export type AnswerOf<T extends Members> = { [K in keyof T]: Type.Static<Shown<T[K]>> }
export type FieldsOf<T extends Members> = { readonly [K in keyof T]: Field<Type.Static<T[K]['schema']>> }
/** The members that have no column, and of those stored as JSON any that need not be parsed. */
export type Kept<T extends Members> = { [K in ElsewhereNames<T>]: Type.Static<Shown<T[K]>> } & {
  [K in JsonNames<T>]?: Type.Static<Shown<T[K]>> | undefined
}

export function required<
  S extends Type.TSchema,
  const N extends string,
  const O extends MemberOptions = Record<never, never>,
>(column: N, schema: S, options: O = {} as O): Member<S, N, 'plain', true, 'client', O> {
  return { schema, column, kind: 'plain', required: true, otherwise: undefined, writer: 'client', options }
}

export function stored<
  S extends Type.TSchema,
  const N extends string,
  const O extends MemberOptions = Record<never, never>,
>(
  column: N,
  schema: S,
  otherwise: Type.Static<S>,
  options: O = {} as O,
): Member<S, N, 'plain', false, 'client', O> {
  return { schema, column, kind: 'plain', required: false, otherwise, writer: 'client', options }
}

type Plain = Record<never, never>

/** Stored as 0 or 1; defaults to false. */
export function flag<const N extends string>(
  column: N,
): Member<Type.TBoolean, N, 'flag', false, 'client', Plain> {
  return optionalMember({ schema: Type.Boolean(), column, kind: 'flag', otherwise: false, options: {} })
}

/** Stored in milliseconds; defaults to null. */
export function timestamp<
  S extends Type.TSchema,
  const N extends string,
  const O extends MemberOptions = Plain,
>(column: N, schema: S, options: O = {} as O): Member<S, N, 'time', false, 'client', O> {
  return optionalMember({ schema, column, kind: 'time', otherwise: null, options })
}

/** An object or a list, stored as JSON. */
export function json<S extends Type.TSchema, const N extends string, const O extends MemberOptions = Plain>(
  column: N,
  schema: S,
  otherwise: Type.Static<S>,
  options: O = {} as O,
): Member<S, N, 'json', false, 'client', O> {
  return optionalMember({ schema, column, kind: 'json', otherwise, options })
}

export function elsewhere<S extends Type.TSchema, const O extends MemberOptions = Plain>(
  schema: S,
  options: O = {} as O,
): Member<S, never, 'elsewhere', false, 'client', O> {
  return optionalMember({ schema, column: '' as never, kind: 'elsewhere', otherwise: null, options })
}

function optionalMember<M extends { schema: object; options: object }>(member: M) {
  return { ...member, required: false as const, writer: 'client' as const }
}

/** An object with one column for each of its members. */
export function parts<P extends Members>(members: P): Parts<P> {
  return {
    schema: closed(inputSchemas(members)),
    column: '' as never,
    kind: 'parts',
    required: true,
    otherwise: undefined,
    writer: 'client',
    options: { shown: Type.Object(shownSchemas(members)) },
    parts: members,
  }
}

/** A member that clients read and only the server changes. */
export function byServer<M extends Member>(member: M): Omit<M, 'writer'> & { readonly writer: 'server' } {
  return { ...member, writer: 'server' }
}

/** A member that is set when the record is created and never changed. */
export function fixed<M extends Member>(member: M): Omit<M, 'writer'> & { readonly writer: 'nobody' } {
  return { ...member, writer: 'nobody' }
}

/** The schemas of what a client sends. */
export function inputSchemas<T extends Members>(members: T): InputSchemas<T> {
  const clients = Object.entries(members).filter(([, { writer }]) => writer === 'client')
  return Object.fromEntries(
    clients.map(([name, { schema, required: isRequired }]) => [
      name,
      isRequired ? schema : Type.Optional(schema),
    ]),
  ) as InputSchemas<T>
}

/** The schemas of what a client reads. */
export function shownSchemas<T extends Members>(members: T): ShownSchemas<T> {
  return Object.fromEntries(
    Object.entries(members).map(([name, { schema, options }]) => [name, options.shown ?? schema]),
  ) as ShownSchemas<T>
}
