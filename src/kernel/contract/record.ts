import { lazy } from '../base/cache.ts'
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
 * Defines a record by one entry per member: what clients send and read, and how it is stored. Schemas, the row's
 * type, the list of columns, the mappers, and the fields of searches and forms derive from these entries. `own` are
 * columns that belong to no member.
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
    /** What a client sends; in a patch every member is optional. */
    input: closed(inputSchemas(members)),
    /** The members that a client reads. */
    answer: shownSchemas(members),
    /** What a form needs to know about the members that a client sends. Browsers get only this part of a record. */
    fields: Object.fromEntries(
      Object.entries(clients).map(([name, member]) => [name, fieldOf(member as Member)]),
    ) as FieldsOf<ClientMembers<T>>,
    /** The columns written when a record is created, and those written again when it changes. */
    columns: {
      fixed: [...columnsOf(once), ...own.fixed] as (Column | F)[],
      changing: [...columnsOf(written), ...own.changing] as (Column | C)[],
    },
    /** The values that the columns of personal members get when the person is erased. */
    blank: blankOf(members) as Partial<RowOfMembers<T>>,
    /** Turns what a client sends into columns. `at` is the JSON pointer of the record within the request. */
    toRow(values: InputOf<T>, at: string): RowOfMembers<ClientMembers<T>> {
      return write()(values, at) as RowOfMembers<ClientMembers<T>>
    },
    /** The reverse of `toRow`, used to merge a patch into. */
    toInput(row: CellsOf<ClientMembers<T>>, kept: Kept<ClientMembers<T>>): WholeInput<T> {
      return readInput()(row, kept) as WholeInput<T>
    },
    /** Turns a row into what clients read. */
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
