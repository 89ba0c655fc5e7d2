import * as Type from 'typebox'
import { formatTime, getTime } from '../text/times.ts'
import { closed } from './schema.ts'

/** How a column keeps a member. `elsewhere`: it has no column, other code keeps the value. */
type Kind = 'plain' | 'flag' | 'time' | 'json' | 'elsewhere'

/** What a search finds a member by, where that is not the column itself. */
type Search = {
  /** A column that holds the text folded. */
  readonly key?: string
  /** A column that holds the time in milliseconds. */
  readonly time?: string
  readonly sortable?: false
}

export type Member<
  S extends Type.TSchema = Type.TSchema,
  N extends string = string,
  K extends Kind = Kind,
  R extends boolean = boolean,
> = {
  readonly schema: S
  readonly column: N
  readonly kind: K
  /** A client has to send it. */
  readonly required: R
  /** What is stored where a client leaves it out. */
  readonly otherwise: unknown
  readonly search: Search
}

export type Members = Readonly<Record<string, Member>>

type Cell<M extends Member> = M['kind'] extends 'flag'
  ? number
  : M['kind'] extends 'time'
    ? number | NullOf<M>
    : M['kind'] extends 'json'
      ? string | NullOf<M>
      : Type.Static<M['schema']>
type NullOf<M extends Member> = null extends Type.Static<M['schema']> ? null : never

type StoredNames<T extends Members> = {
  [K in keyof T]: T[K]['kind'] extends 'elsewhere' ? never : K
}[keyof T]
type ColumnOf<T extends Members> = T[StoredNames<T>]['column']
type SchemasOf<T extends Members> = { [K in keyof T]: T[K]['schema'] }
type InputSchemas<T extends Members> = {
  [K in keyof T]: T[K]['required'] extends true ? T[K]['schema'] : Type.TOptional<T[K]['schema']>
}

/** What a row holds of a record's members. */
export type RowOf<R extends { readonly members: Members }> = {
  [K in StoredNames<R['members']> as R['members'][K]['column']]: Cell<R['members'][K]>
}
type ValuesOf<T extends Members> = { [K in keyof T]: Type.Static<T[K]['schema']> }
type ElsewhereOf<T extends Members> = Omit<ValuesOf<T>, StoredNames<T>>

export function required<S extends Type.TSchema, const N extends string>(
  column: N,
  schema: S,
  search: Search = {},
): Member<S, N, 'plain', true> {
  return { schema, column, kind: 'plain', required: true, otherwise: undefined, search }
}

export function stored<S extends Type.TSchema, const N extends string>(
  column: N,
  schema: S,
  otherwise: Type.Static<S>,
  search: Search = {},
): Member<S, N, 'plain', false> {
  return { schema, column, kind: 'plain', required: false, otherwise, search }
}

/** Stored as 0 or 1; false where a client leaves it out. */
export function flag<const N extends string>(column: N): Member<Type.TBoolean, N, 'flag', false> {
  return { schema: Type.Boolean(), column, kind: 'flag', required: false, otherwise: false, search: {} }
}

/** Stored in milliseconds; null where a client leaves it out. */
export function timestamp<S extends Type.TSchema, const N extends string>(
  column: N,
  schema: S,
): Member<S, N, 'time', false> {
  return { schema, column, kind: 'time', required: false, otherwise: null, search: {} }
}

/** An object or a list, stored as JSON. */
export function json<S extends Type.TSchema, const N extends string>(
  column: N,
  schema: S,
  otherwise: Type.Static<S>,
): Member<S, N, 'json', false> {
  return { schema, column, kind: 'json', required: false, otherwise, search: {} }
}

export function elsewhere<S extends Type.TSchema>(schema: S): Member<S, never, 'elsewhere', false> {
  return { schema, column: '' as never, kind: 'elsewhere', required: false, otherwise: null, search: {} }
}

/**
 * A record has one row for each member: what clients send and read, and how it is stored. Schemas, the row's type, the
 * list of columns, both mappers and the fields of a search derive from these rows.
 */
export function defineRecord<T extends Members>(members: T) {
  const rows = Object.entries(members)
  const pickSchemas = (makeInput: boolean) =>
    Object.fromEntries(
      rows.map(([name, { schema, required: isRequired }]) => [
        name,
        makeInput && !isRequired ? Type.Optional(schema) : schema,
      ]),
    )
  const input = closed(pickSchemas(true) as InputSchemas<T>)
  type Input = Type.Static<Type.TObject<InputSchemas<T>>>
  let write: ((input: Input, at: string) => object) | undefined
  let read: ((row: object, kept: object) => object) | undefined
  return {
    members,
    /** What a client sends; a patch of it may leave out every member. */
    input,
    /** What a client reads, as parts of an object. */
    answer: pickSchemas(false) as SchemasOf<T>,
    columns: rows.flatMap(([, { kind, column }]) => (kind === 'elsewhere' ? [] : [column])) as ColumnOf<T>[],
    /** `at` is the pointer of the record in the document that it comes from. */
    toRow(values: Input, at: string): RowOf<{ members: T }> {
      write ??= compileWriter(rows)
      return write(values, at) as RowOf<{ members: T }>
    },
    /** The reverse of `toRow`. `kept` holds the members that have no column. */
    toMembers(row: RowOf<{ members: T }>, kept: ElsewhereOf<T>): ValuesOf<T> {
      read ??= compileReader(rows)
      return read(row, kept) as ValuesOf<T>
    },
  }
}

type Rows = readonly (readonly [name: string, member: Member])[]

// One literal each: an object that grows member by member takes ten times as long to make. The names are the record's own.

function compileWriter(rows: Rows): (values: object, at: string) => object {
  const cells = rows.flatMap(([name, member]) => {
    const { kind, column, otherwise, required: isRequired } = member
    const value = `values[${JSON.stringify(name)}]`
    const given = isRequired ? value : `(${value} ?? ${JSON.stringify(otherwise)})`
    const cell = {
      plain: given,
      flag: `Number(${given})`,
      time: `${given} === null ? null : getTime(${value}, at + ${JSON.stringify(`/${name}`)})`,
      json: `${given} === null ? null : JSON.stringify(${given})`,
    }
    return kind === 'elsewhere' ? [] : [`${JSON.stringify(column)}: ${cell[kind]}`]
  })
  const make = new Function('values', 'at', 'getTime', `return { ${cells.join(', ')} }`)
  return (values, at) => make(values, at, getTime)
}

function compileReader(rows: Rows): (row: object, kept: object) => object {
  const members = rows.map(([name, { kind, column }]) => {
    const cell = `row[${JSON.stringify(column)}]`
    const value = {
      plain: cell,
      flag: `${cell} === 1`,
      time: `${cell} === null ? null : formatTime(${cell})`,
      json: `${cell} === null ? null : JSON.parse(${cell})`,
      elsewhere: `kept[${JSON.stringify(name)}]`,
    }
    return `${JSON.stringify(name)}: ${value[kind]}`
  })
  const make = new Function('row', 'kept', 'formatTime', `return { ${members.join(', ')} }`)
  return (row, kept) => make(row, kept, formatTime)
}
