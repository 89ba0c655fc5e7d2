import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { type Statement, statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables } from '../records/tables.ts'

type Value = string | number | null

/** A condition of a list. */
export type Filter =
  | { readonly column: string; readonly op: '=' | '<>' | '>=' | '<=' | '<' | '>'; readonly value: Value }
  | { readonly column: string; readonly op: 'in'; readonly value: readonly Value[] }
  | { readonly column: string; readonly op: 'null' | 'not null' }
  /** Records that contain the words: `value` is the engine's query, `text` what was asked. */
  | { readonly op: 'words'; readonly value: string; readonly text: string }
  /** Registrations enrolled in a session. */
  | { readonly op: 'enrolled-in'; readonly value: string }
  /** Attendees whose registration has one of the types. */
  | { readonly op: 'of-types'; readonly value: readonly string[] }
  /** Attendees who are there. An index has only them, so the value is part of the statement. */
  | { readonly op: 'checked-in' }
  /** Attendees with a ticket that is no longer valid. */
  | { readonly op: 'revoked' }

export type ListQuery = {
  readonly table: keyof EventsTables
  readonly filters: readonly Filter[]
  /** Columns that together are unique. */
  readonly order: readonly string[]
  readonly after: readonly Value[] | undefined
  readonly backward: boolean
  readonly limit: number
  readonly offset: number
}

type Parameters = Record<string, Value>

/** Part of a list. The database reads no row outside of it. */
export type Span = Pick<ListQuery, 'table' | 'order' | 'backward'> & {
  /** Filters that an index answers. */
  readonly led: readonly Filter[]
  /** Filters that are checked row by row. */
  readonly rest: readonly Filter[]
  /** Whether its rows say when they were deleted. */
  readonly buries: boolean
  readonly after: Place | undefined
  /** The last place that belongs to it; undefined means that only the limit ends it. */
  readonly end: Place | undefined
}
export type Place = readonly Value[]

type Kind = 'rows' | 'places' | 'count' | 'end'

const statement = statementsOf<EventsTables>('heavy')
const statements = new Map<string, Statement<Parameters, unknown>>()

type Start = 'after' | 'backward' | 'offset'

/** For a number of rows that does not grow with the list, such as those with certain ids. */
export function readPage<R>(
  db: Reader,
  { filters, ...query }: Omit<ListQuery, Start> & Partial<Pick<ListQuery, Start>>,
): Promise<R[]> {
  const whole = { led: filters, rest: [], end: undefined, buries: false }
  return ask<R>(db, 'rows', { after: undefined, backward: false, offset: 0, ...query, ...whole })
}

export function readSpan<R>(db: Reader, span: Span, limit: number): Promise<R[]> {
  return ask<R>(db, 'rows', { ...span, limit, offset: 0 })
}

/** Like `readSpan`, but only the columns of the order and the time of deletion. */
export function readPlaces<R>(db: Reader, span: Span, limit: number): Promise<R[]> {
  return ask<R>(db, 'places', { ...span, limit, offset: 0 })
}

export async function countSpan(db: Reader, span: Span): Promise<number> {
  const [row] = await ask<{ count: number }>(db, 'count', { ...span, limit: 0, offset: 0 })
  return row?.count ?? 0
}

/** The place of the row that is `size` rows further on, found in the index; undefined if fewer follow. */
export async function findEnd(db: Reader, span: Span, size: number): Promise<Place | undefined> {
  const whole = { ...span, rest: [], end: undefined, limit: 1, offset: size - 1 }
  const [row] = await ask<Record<string, Value>>(db, 'end', whole)
  return row === undefined ? undefined : span.order.map((column) => row[column] ?? null)
}

type Asked = Span & { readonly limit: number; readonly offset: number }

/** One prepared statement per shape of list; its values are parameters. */
function ask<R>(db: Reader, kind: Kind, asked: Asked): Promise<R[]> {
  const key = shapeOf(kind, asked)
  let known = statements.get(key)
  if (known === undefined) {
    known = statement((builder, p: Parameters) => build(builder, { kind, asked, p }))
    statements.set(key, known)
  }
  return db.all(known, parametersOf(kind, asked)) as Promise<R[]>
}

function shapeOf(kind: Kind, asked: Asked): string {
  const { table, led, rest, order, after, end, backward, buries } = asked
  const shape = (filter: Filter) => {
    const column = 'column' in filter ? filter.column : ''
    const length = 'value' in filter && Array.isArray(filter.value) ? filter.value.length : ''
    return `${column} ${filter.op}${length}`
  }
  const conditions = [...led.map(shape), '?', ...rest.map(shape)]
  const bounds = [after !== undefined, end !== undefined, backward, buries]
  return [kind, table, ...conditions, order.join(), ...bounds].join('|')
}

function parametersOf(kind: Kind, { led, rest, after, end, limit, offset }: Asked): Parameters {
  const parameters: Parameters = kind === 'count' ? {} : { limit, offset }
  for (const [index, filter] of [...led, ...rest].entries()) {
    if (filter.op === 'in' || filter.op === 'of-types')
      for (const [at, value] of filter.value.entries()) parameters[`f${index}_${at}`] = value
    else if ('value' in filter) parameters[`f${index}`] = filter.value
  }
  for (const [index, value] of (after ?? []).entries()) parameters[`a${index}`] = value
  for (const [index, value] of (end ?? []).entries()) parameters[`e${index}`] = value
  return parameters
}

type Building = { kind: Kind; asked: Asked; p: Parameters }

function build(db: Kysely<EventsTables>, { kind, asked, p }: Building) {
  const { order, backward } = asked
  const found = selectFrom(db, asked, p)
  if (kind === 'count') return found.select(sql<number>`count(*)`.as('count'))
  const columns = [...order, ...(kind === 'places' && asked.buries ? ['deleted_at'] : [])]
  const places = columns.map((column) => sql.ref<Value>(column).as(column))
  const made = kind === 'rows' ? found.selectAll() : found.select(places)
  return order
    .reduce(
      (query, column) => query.orderBy(sql.ref(column), backward ? 'desc' : 'asc'),
      made as typeof found,
    )
    .limit(p.limit as number)
    .offset(p.offset as number)
}

/** The rest is written so that it does not affect the choice of the index. */
function selectFrom(db: Kysely<EventsTables>, asked: Asked, p: Parameters) {
  const { table, led, rest, order, after, end, backward } = asked
  let made = db.selectFrom(table as 'events_registrations')
  for (const [index, filter] of led.entries())
    if (!isCovered(filter, asked)) made = made.where(conditionOf(filter, `f${index}`, p))
  const columns = sql.join(order.map((column) => sql.ref(column)))
  const compared = (op: string, name: string) =>
    sql<SqlBool>`(${columns}) ${sql.raw(op)} (${sql.join(order.map((_column, at) => sql`${p[`${name}${at}`]}`))})`
  if (after !== undefined) made = made.where(compared(backward ? '<' : '>', 'a'))
  if (end !== undefined) made = made.where(compared(backward ? '>=' : '<=', 'e'))
  if (rest.length === 0) return made
  const checked = rest.map((filter, at) => conditionOf(filter, `f${led.length + at}`, p))
  return made.where(sql<SqlBool>`case when ${sql.join(checked, sql` and `)} then 1 else 0 end = 1`)
}

/**
 * Whether the place where a span starts or ends implies a bound of the change numbers. SQLite follows the index by the
 * simpler of the two, and would read a sync from its first change again for each slice.
 */
function isCovered(filter: Filter, { after, end, backward }: Asked): boolean {
  if (!('column' in filter) || filter.column !== 'change') return false
  const [lower, upper] = backward ? [end, after] : [after, end]
  return filter.op === '>=' ? lower !== undefined : filter.op === '<' && upper !== undefined
}

/** Subqueries look at one row each: engines may turn others into a join that reads a whole table. */
function conditionOf(filter: Filter, name: string, p: Parameters): RawBuilder<SqlBool> {
  const value = p[name]
  if (filter.op === 'words') throw new Error('words are looked for in the text index')
  if (filter.op === 'enrolled-in') {
    return sql`(select count(*) from events_enrolments e where e.registration_id = events_registrations.id and e.session_id = ${value} and e.status <> 'cancelled') > 0`
  }
  if (filter.op === 'of-types') {
    const types = oneOf(filter.value, name, p)
    return sql`(select r.registration_type_id from events_registrations r where r.id = events_attendees.registration_id) in ${types}`
  }
  if (filter.op === 'checked-in') return sql`checked_in = 1`
  if (filter.op === 'revoked') return sql`(status = 'cancelled' or ticket_generation > 0)`
  const column = sql.ref(filter.column)
  if (filter.op === 'null') return sql`${column} is null`
  if (filter.op === 'not null') return sql`${column} is not null`
  if (filter.op !== 'in') return sql`${column} ${sql.raw(filter.op)} ${value}`
  return filter.value.length === 0 ? sql`1 = 0` : sql`${column} in ${oneOf(filter.value, name, p)}`
}

function oneOf(values: readonly unknown[], name: string, p: Parameters): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((_value, at) => sql`${p[`${name}_${at}`]}`))})`
}

type EnrolledAfter = { session_id: string; after: string; limit: number }

/** For each direction. Cancelled enrolments are not read, however many there are. */
const enrolled = [false, true].map((backward) =>
  statement((db, p: EnrolledAfter) => {
    const [beyond, direction] = backward ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const branches = ['registered', 'waitlisted'].map(
      (status) =>
        sql`select id from (select distinct registration_id as id from events_enrolments where session_id = ${p.session_id} and status = ${sql.lit(status)} and registration_id ${beyond} ${p.after} order by registration_id ${direction} limit ${p.limit}) as branch`,
    )
    return db
      .selectFrom(sql<{ id: string }>`(${sql.join(branches, sql` union `)})`.as('found'))
      .select('id')
      .orderBy('id', backward ? 'desc' : 'asc')
      .limit(p.limit)
  }),
)

/** Sorts after every id. */
const LAST_ID = '~'

/** The next registrations that are enrolled in a session, in the order of their ids. */
export async function findEnrolled(
  db: Reader,
  {
    sessionId,
    after,
    backward,
    limit,
  }: { sessionId: string; after: string | undefined; backward: boolean; limit: number },
): Promise<string[]> {
  const found = enrolled[backward ? 1 : 0]
  if (found === undefined) throw new Error('there is a statement for each direction')
  const start = after ?? (backward ? LAST_ID : '')
  return (await db.all(found, { session_id: sessionId, after: start, limit })).map(({ id }) => id)
}
