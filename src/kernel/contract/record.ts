import { describeSchema, type Field } from './field.ts'
import {
  type AnswerOf,
  type CellsOf,
  type ClientMembers,
  type FieldsOf,
  type InputOf,
  inputSchemas,
  type Kept,
  type Member,
  type Members,
  type RowOfMembers,
  shownSchemas,
  type WholeInput,
} from './member.ts'
import { compileReader, compileWriter } from './record-mappers.ts'
import { closed } from './schema.ts'

type OwnColumns<F extends string, C extends string> = {
  readonly fixed: readonly F[]
  readonly changing: readonly C[]
}

/**
 * A record has one row for each member: what clients send and read, and how it is stored. Schemas, the row's type, the
 * list of columns, the mappers, the fields of a search and those of a form derive from these rows. `own` are columns that
 * belong to no member.
 */
export function defineRecord<T extends Members, const F extends string, const C extends string>(
  members: T,
  own: OwnColumns<F, C>,
) {
  const clients = pickMembers(members, ({ writer }) => writer === 'client') as ClientMembers<T>
  const written = pickMembers(members, ({ writer }) => writer !== 'nobody')
  const once = pickMembers(members, ({ writer }) => writer === 'nobody')
  const write = lazy(() => compileWriter(clients))
  const readInput = lazy(() => compileReader(clients))
  const readAnswer = lazy(() => compileReader(members))
  type Column = keyof RowOfMembers<T> & string
  return {
    members,
    /** What a client sends; a patch of it may leave out every member. */
    input: closed(inputSchemas(members)),
    /** What a client reads, as parts of an object. */
    answer: shownSchemas(members),
    /** What a form knows of what a client sends. Browsers get this part of a record and no other. */
    fields: Object.fromEntries(
      Object.entries(clients).map(([name, member]) => [name, fieldOf(member as Member)]),
    ) as FieldsOf<ClientMembers<T>>,
    /** Columns that a record is made with, and those that a change of it writes again. */
    columns: {
      fixed: [...columnsOf(once), ...own.fixed] as (Column | F)[],
      changing: [...columnsOf(written), ...own.changing] as (Column | C)[],
    },
    /** What the columns of personal members hold once the person is erased. */
    blank: blankOf(members) as Partial<RowOfMembers<T>>,
    /** The columns of what clients send. `at` is the pointer of the record in the document that it comes from. */
    toRow(values: InputOf<T>, at: string): RowOfMembers<ClientMembers<T>> {
      return write()(values, at) as RowOfMembers<ClientMembers<T>>
    },
    /** The reverse of `toRow`: what a patch is merged into. `kept` holds the members that have no column. */
    toInput(row: CellsOf<ClientMembers<T>>, kept: Kept<ClientMembers<T>>): WholeInput<T> {
      return readInput()(row, kept) as WholeInput<T>
    },
    /** What clients read. `kept` holds the members that have no column. */
    toAnswer(row: CellsOf<T>, kept: Kept<T>): AnswerOf<T> {
      return readAnswer()(row, kept) as AnswerOf<T>
    },
  }
}

function fieldOf({ schema, kind, required, otherwise, options }: Member): Field {
  const described = describeSchema(schema)
  const isTime = kind === 'time' || options.time !== undefined
  return { ...described, ...(isTime ? { kind: 'time' } : {}), required, otherwise }
}

function pickMembers(members: Members, isWanted: (member: Member) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => isWanted(member)))
}

function columnsOf(members: Members): string[] {
  return Object.values(members).flatMap(({ kind, column, options: { key, time }, parts: inner }) => [
    ...(kind === 'elsewhere' || kind === 'parts' ? [] : [column]),
    ...(key === undefined ? [] : [key]),
    ...(time === undefined ? [] : [time]),
    ...(inner === undefined ? [] : columnsOf(inner)),
  ])
}

function blankOf(members: Members): Record<string, unknown> {
  const personal = Object.values(members).filter(({ options }) => options.personal)
  const cells = personal.map(({ kind, column, required, otherwise, options: { key } }) => {
    const empty = required ? '' : otherwise
    const cell = kind === 'json' ? JSON.stringify(empty) : empty
    return { [column]: cell, ...(key === undefined ? {} : { [key]: cell }) }
  })
  const inner = Object.values(members).flatMap(({ parts }) => (parts === undefined ? [] : [blankOf(parts)]))
  return Object.assign({}, ...cells, ...inner)
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
