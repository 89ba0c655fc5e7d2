import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import type { FullText } from '../../kernel/database/full-text.ts'
import { type Statement, statementsOf } from '../../kernel/database/statement.ts'
import type { EventsTables } from '../records/tables.ts'

type Value = string | number | null

/** A condition of a list. */
export type Filter =
  | { readonly column: string; readonly op: '=' | '<>' | '>=' | '<=' | '<' | '>'; readonly value: Value }
  | { readonly column: string; readonly op: 'in'; readonly value: readonly Value[] }
  | { readonly column: string; readonly op: 'null' | 'not null' }
  /** Records that contain the words. */
  | { readonly op: 'words'; readonly value: string }
  /** Registrations enrolled in a session, or the registration of an attendee. */
  | { readonly op: 'enrolled-in'; readonly value: string }
  | { readonly op: 'of-attendee'; readonly value: string }
  /** Attendees whose registration has one of the types. */
  | { readonly op: 'of-types'; readonly value: readonly string[] }
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

const statement = statementsOf<EventsTables>('heavy')
const pages = new Map<string, Statement<Parameters, unknown>>()
const counts = new Map<string, Statement<Parameters, { count: number }>>()

/** One prepared statement per shape of list; its values are parameters. */
export function readPage<R>(db: Reader, query: ListQuery): Promise<R[]> {
  const key = shapeOf(query)
  let page = pages.get(key)
  if (page === undefined) {
    page = statement((builder, p: Parameters, { fullText }) =>
      query.order
        .reduce(
          (made, column) => made.orderBy(sql.ref(column), query.backward ? 'desc' : 'asc'),
          selectFrom(builder, query, { p, fullText }).selectAll(),
        )
        .limit(p.limit as number)
        .offset(p.offset as number),
    )
    pages.set(key, page)
  }
  return db.all(page, parametersOf(query)) as Promise<R[]>
}

export async function countRows(db: Reader, query: ListQuery): Promise<number> {
  const whole = { ...query, after: undefined }
  const key = shapeOf(whole)
  let count = counts.get(key)
  if (count === undefined) {
    count = statement((builder, p: Parameters, { fullText }) =>
      selectFrom(builder, whole, { p, fullText }).select(sql<number>`count(*)`.as('count')),
    )
    counts.set(key, count)
  }
  return (await db.first(count, parametersOf(whole)))?.count ?? 0
}

function shapeOf({ table, filters, order, after, backward }: ListQuery): string {
  const conditions = filters.map((filter) => {
    const column = 'column' in filter ? filter.column : ''
    const length = 'value' in filter && Array.isArray(filter.value) ? filter.value.length : ''
    return `${column} ${filter.op}${length}`
  })
  return [table, ...conditions, order.join(), after !== undefined, backward].join('|')
}

function parametersOf({ filters, after, limit, offset }: ListQuery): Parameters {
  const parameters: Parameters = { limit, offset }
  for (const [index, filter] of filters.entries()) {
    if (filter.op === 'in' || filter.op === 'of-types')
      for (const [at, value] of filter.value.entries()) parameters[`f${index}_${at}`] = value
    else if ('value' in filter) parameters[`f${index}`] = filter.value
  }
  for (const [index, value] of (after ?? []).entries()) parameters[`a${index}`] = value
  return parameters
}

type Pieces = { p: Parameters; fullText: FullText }

function selectFrom(db: Kysely<EventsTables>, query: ListQuery, { p, fullText }: Pieces) {
  let made = db.selectFrom(query.table as 'events_registrations')
  for (const [index, filter] of query.filters.entries()) {
    made = made.where(conditionOf(filter, `f${index}`, { p, fullText }))
  }
  if (query.after === undefined) return made
  const columns = sql.join(query.order.map((column) => sql.ref(column)))
  const values = sql.join(query.order.map((_column, index) => sql`${p[`a${index}`]}`))
  return made.where(sql<SqlBool>`(${columns}) ${sql.raw(query.backward ? '<' : '>')} (${values})`)
}

function conditionOf(filter: Filter, name: string, { p, fullText }: Pieces): RawBuilder<SqlBool> {
  const value = p[name]
  if (filter.op === 'words') {
    return sql`id in (select owner_id from events_texts where ${fullText.matches('events_texts', value)})`
  }
  if (filter.op === 'enrolled-in') {
    return sql`id in (select registration_id from events_enrolments where session_id = ${value} and status <> 'cancelled')`
  }
  if (filter.op === 'of-attendee') {
    return sql`id = (select registration_id from events_attendees where id = ${value})`
  }
  if (filter.op === 'of-types') {
    const types = oneOf(filter.value, name, p)
    return sql`registration_id in (select id from events_registrations where registration_type_id in ${types})`
  }
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
