import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inOrder } from '../../kernel/database/by-ids.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { EventsTables } from '../records/tables.ts'
import type { Condition } from './condition.ts'
import type { SearchRow, Stored } from './fields/field.ts'

type Value = string | number | null

const AT_ONCE = 500
const BRANCHES = 50

/** The records to search: those of one event, list or organisation. */
export type Among = {
  readonly table: 'events_events' | 'events_registrations' | 'events_attendees' | 'events_contacts'
  readonly scopeColumn: 'organisation_id' | 'event_id' | 'list_id'
  readonly scopeId: string
}

/** A condition that the database evaluates. */
export type Clause = { readonly stored: Stored; readonly condition: Condition }

/** Ids from an index, one more than the limit if there are more; an id may occur twice. */
export async function findIds(
  db: Reader,
  among: Among,
  { clause, limit }: { clause: Clause; limit: number },
): Promise<string[]> {
  const found: string[] = []
  for (const conditions of branchesOf(clause.condition)) {
    const branches = conditions.map((condition) => idsBy(among, { ...clause, condition }, limit + 1))
    const rows = await db.all(
      statementOnce<EventsTables, { found: string }>((builder) =>
        builder
          .selectFrom(sql<{ found: string }>`(${sql.join(branches, sql` union all `)})`.as('branches'))
          .select('found')
          .limit(limit + 1),
      ),
      {},
    )
    found.push(...rows.map((row) => row.found))
    if (found.length > limit) return found
  }
  return found
}

/** Several values are queried one by one: no engine has one index order for all of them. */
function branchesOf(condition: Condition): Condition[][] {
  if (!('in' in condition)) return [[condition]]
  const single = condition.in.map((value) => ({ in: [value] }))
  const count = Math.ceil(single.length / BRANCHES)
  return Array.from({ length: count }, (_, at) => single.slice(at * BRANCHES, (at + 1) * BRANCHES))
}

/** Ordered like the index: an engine that may choose scans the table when it expects many rows. */
function idsBy({ table, scopeColumn, scopeId }: Among, { stored, condition }: Clause, limit: number) {
  const [from, id, scope] =
    stored.in === 'answers'
      ? ['events_answers', stored.owner, 'event_id']
      : stored.in === 'attendees'
        ? ['events_attendees', 'registration_id', 'event_id']
        : [table, 'id', scopeColumn]
  const column = sql.ref(stored.in === 'answers' ? 'key' : stored.column)
  const field = stored.in === 'answers' ? sql`field = ${stored.field} and` : sql``
  return sql`select * from (select ${sql.ref(id)} as found from ${sql.table(from)} where ${sql.ref(scope)} = ${scopeId} and ${field} ${compare(column, condition)} order by ${sql.ref(scope)}, ${column}, ${sql.ref(id)} limit ${sql.lit(limit)}) as branch`
}

/** The next registrations with an answer, ordered by id, page by page. */
export async function findNextByAnswer(
  db: Reader,
  { scopeId }: Among,
  { field, key, after, backward, limit }: AnswerWalk,
): Promise<string[]> {
  const [beyond, order] = backward ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const further = after === undefined ? sql`` : sql`and registration_id ${beyond} ${after}`
  const ids = sql<{
    id: string
  }>`(select distinct registration_id as id from events_answers where event_id = ${scopeId} and field = ${field} and key = ${key} ${further} order by registration_id ${order} limit ${sql.lit(limit)})`
  const rows = await db.all(
    statementOnce<EventsTables, { id: string }>((builder) => builder.selectFrom(ids.as('ids')).select('id')),
    {},
  )
  return rows.map(({ id }) => id)
}

type AnswerWalk = {
  readonly field: string
  readonly key: string
  readonly after: string | undefined
  readonly backward: boolean
  readonly limit: number
}

export async function findRegistrationsOf(db: Reader, attendeeIds: readonly string[]): Promise<string[]> {
  const rows = await readColumns(db, { table: 'events_attendees', by: 'id', ids: attendeeIds }, [
    'registration_id',
  ])
  return rows.map((row) => String(row.registration_id))
}

type ByIds = {
  readonly table: Among['table']
  readonly by: 'id' | 'registration_id'
  readonly ids: readonly string[]
}

/** Whole records in the order of the ids; those that are gone are left out. */
export async function readInOrder<R extends { readonly id: string }>(
  db: Reader,
  table: Among['table'],
  ids: readonly string[],
): Promise<R[]> {
  const rows = (await readColumns(db, { table, by: 'id', ids })) as unknown as R[]
  return inOrder(ids, rows, ({ id }) => id)
}

/** An empty list of columns means all of them. */
export function readColumns(
  db: Reader,
  { table, by, ids }: ByIds,
  columns: readonly string[] = [],
): Promise<SearchRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.all(
    statementOnce<EventsTables, SearchRow>((builder) => {
      const made = builder
        .selectFrom(table as 'events_attendees')
        .where(sql<SqlBool>`${sql.ref(by)} in (${sql.join([...ids])})`)
      return (
        columns.length === 0 ? made.selectAll() : made.select(columns.map((name) => sql.ref(name).as(name)))
      ) as never
    }),
    {},
  )
}

/** Attendees that are not deleted. */
export async function readAttendeesOf(
  db: Reader,
  registrationIds: readonly string[],
  columns: readonly string[],
): Promise<SearchRow[]> {
  const rows: SearchRow[] = []
  const all = [...new Set(['id', 'registration_id', 'deleted_at', ...columns])]
  for (let start = 0; start < registrationIds.length; start += AT_ONCE) {
    const ids = registrationIds.slice(start, start + AT_ONCE)
    rows.push(...(await readColumns(db, { table: 'events_attendees', by: 'registration_id', ids }, all)))
  }
  return rows.filter((row) => row.deleted_at === null)
}

/** A scan through the records in the order of an index. */
export type Walk = Among & {
  /** Ends with `id`. */
  readonly order: readonly string[]
  readonly backward: boolean
}
export type Place = readonly Value[]

/** The end of the next slice of `size` records; undefined if fewer are left. */
export async function findSliceEnd(
  db: Reader,
  walk: Walk,
  { after, size }: { after: Place | undefined; size: number },
): Promise<Place | undefined> {
  const [row] = await db.all(
    statementOnce<EventsTables, SearchRow>(
      (builder) =>
        walk.order
          .reduce(
            (made, column) => made.orderBy(sql.ref(column), walk.backward ? 'desc' : 'asc'),
            builder
              .selectFrom(walk.table as 'events_attendees')
              .select(walk.order.map((name) => sql.ref<Value>(name).as(name)))
              .where(sql<SqlBool>`${within(walk, after, undefined)}`),
          )
          .limit(1)
          .offset(size - 1) as never,
    ),
    {},
  )
  return row === undefined ? undefined : walk.order.map((column) => row[column] ?? null)
}

type Slice = {
  after: Place | undefined
  end: Place | undefined
  clauses: readonly Clause[]
  deleted: boolean
}

/** The records of a slice in no order. The clauses are written so that they do not affect the choice of the index. */
export function readSlice(
  db: Reader,
  walk: Walk,
  { slice: { after, end, clauses, deleted }, columns }: { slice: Slice; columns: readonly string[] },
): Promise<SearchRow[]> {
  const alive = deleted ? [] : [sql<SqlBool>`t.deleted_at is null`]
  const conditions = [...alive, ...clauses.map((clause) => judge(walk, clause))]
  const all = conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)
  return db.all(
    statementOnce<EventsTables, SearchRow>(
      (builder) =>
        builder
          .selectFrom(`${walk.table} as t` as 'events_attendees as t')
          .select(columns.map((name) => sql.ref<Value>(`t.${name}`).as(name)))
          .where(
            sql<SqlBool>`${within(walk, after, end)} and case when ${all} then 1 else 0 end = 1`,
          ) as never,
    ),
    {},
  )
}

function within({ scopeColumn, scopeId, order, backward }: Walk, after?: Place, end?: Place) {
  const columns =
    order.length === 1 ? sql.ref('id') : sql`(${sql.join(order.map((column) => sql.ref(column)))})`
  const place = (values: Place) => (values.length === 1 ? sql`${values[0]}` : sql`(${sql.join([...values])})`)
  const [beyond, upTo] = backward ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`]
  const parts = [
    sql`${sql.ref(scopeColumn)} = ${scopeId}`,
    ...order.slice(0, -1).map((column) => sql`${sql.ref(column)} is not null`),
    ...(after === undefined ? [] : [sql`${columns} ${beyond} ${place(after)}`]),
    ...(end === undefined ? [] : [sql`${columns} ${upTo} ${place(end)}`]),
  ]
  return sql.join(parts, sql` and `)
}

/**
 * A count is evaluated per record: engines may turn `exists` into a join that reads the whole index, or, with a limit,
 * scan the table from its start.
 */
function judge({ scopeId }: Walk, { stored, condition }: Clause): RawBuilder<SqlBool> {
  if (stored.in === 'own') return compare(sql.ref(`t.${stored.column}`), condition)
  if (stored.in === 'attendees')
    return sql`(select count(*) from events_attendees a where a.registration_id = t.id and ${compare(sql.ref(`a.${stored.column}`), condition)}) > 0`
  const of = { key: compare(sql.ref('w.key'), condition), field: sql`w.field = ${stored.field}` }
  if (stored.owner === 'attendee_id')
    return sql`(select count(*) from events_answers w where w.attendee_id = t.id and ${of.field} and ${of.key}) > 0`
  if ('in' in condition)
    return sql`(select count(*) from events_answers w where w.event_id = ${scopeId} and ${of.field} and ${of.key} and w.registration_id = t.id) > 0`
  return sql`(select count(*) from events_attendees a join events_answers w on w.attendee_id = a.id where a.registration_id = t.id and ${of.field} and ${of.key}) > 0`
}

function compare(column: RawBuilder<unknown>, condition: Condition): RawBuilder<SqlBool> {
  if ('in' in condition) {
    const [only] = condition.in
    return condition.in.length === 1
      ? sql<SqlBool>`${column} = ${only}`
      : sql<SqlBool>`${column} in (${sql.join([...condition.in])})`
  }
  const { from, to } = condition
  const parts = [
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
  ]
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
