import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { inOrder } from '../../kernel/database/by-ids.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { splitWords } from '../../kernel/text/words.ts'
import { findIdsByWords, hasWords, readWordsOf } from '../text-store.ts'
import { readByIds } from './by-ids.ts'
import { splitFilters } from './list-order.ts'
import { MOST_COUNTED } from './list-query.ts'
import {
  countSpan,
  type Filter,
  findEnd,
  findEnrolled,
  type ListQuery,
  type Place,
  readPlaces,
  readSpan,
  type Span,
} from './list-store.ts'

/** The most rows that one statement reads; other requests are served between two statements. */
const AT_ONCE = 2_000
/** Rows that are compared with filters, or with words, at once. */
const COMPARED = 1_000
const [FEWEST_JUDGED, MOST_JUDGED] = [100, 400]
const MOST_IDS = 500
/** Words that more rows contain are looked for row by row. */
const MANY = 20_000
/** Words in more than this share of the first rows are common: the page is full soon, and the text index is slow. */
const COMMON = 0.1

type Row = Readonly<Record<string, string | number | null>>
type Words = { readonly query: string; readonly beginnings: readonly string[] }
/** How the rows of a list are found. */
type Walk = {
  readonly span: Omit<Span, 'after' | 'end'>
  readonly words: Words | undefined
  /** The session whose enrolments lead to the rows, and the filters that are left for them. */
  readonly enrolled: { readonly sessionId: string; readonly filters: readonly Filter[] } | undefined
}
type Step = {
  readonly after: Place | undefined
  readonly wanted: number
  /** Only the columns of the order are needed. */
  readonly narrow: boolean
}
/** Some rows of a list, and the place up to which it has been read; undefined if that was the end. */
type Slice = { readonly rows: readonly Row[]; readonly end: Place | undefined }

/** Reads a page in slices, so that its cost does not hold up other requests however few rows the filters leave. */
export async function readRows<R extends object>(db: Reader, query: ListQuery): Promise<R[]> {
  const walk = walkOf(query)
  const found = walk.words === undefined ? undefined : await readByWords(db, walk, query)
  return (found ?? (await readOn(db, walk, query))) as unknown as R[]
}

/** Counts the rows after a place, in slices. Of rows with certain words it counts at most `MOST_COUNTED`. */
export async function countRows(
  db: Reader,
  query: Pick<ListQuery, 'table' | 'filters' | 'order' | 'after'>,
): Promise<number> {
  const { after } = query
  const walk = walkOf({ ...query, backward: false })
  await letOthersRun()
  if (walk.words === undefined && walk.enrolled === undefined) return countSlices(db, walk.span, after)
  const most = walk.words === undefined ? Number.POSITIVE_INFINITY : MOST_COUNTED
  const isWhole = after === undefined
  const ids = walk.words && isWhole ? await findCandidates(db, walk, walk.words) : undefined
  if (ids !== undefined) return Math.min(most, await countAmong(db, walk, ids))
  let count = 0
  for await (const { rows } of slicesOf(db, walk, { after, wanted: AT_ONCE, narrow: true })) {
    count += rows.length
    if (count >= most) return most
  }
  return count
}

function walkOf({
  table,
  filters,
  order,
  backward,
}: Pick<ListQuery, 'table' | 'filters' | 'order' | 'backward'>): Walk {
  const isBurial = (filter: Filter) => filter.op === 'null' && filter.column === 'deleted_at'
  const asked = filters.find((filter) => filter.op === 'words')
  const session = order[0] === 'id' ? filters.find((filter) => filter.op === 'enrolled-in') : undefined
  const plain = filters.filter((filter) => filter !== asked && filter !== session)
  const { led, rest } = splitFilters({ table, order, filters: plain.filter((filter) => !isBurial(filter)) })
  const buried = plain.filter(isBurial)
  return {
    span: {
      ...{ table, order, backward, led, buries: buried.length > 0 },
      // Alone, it is checked here: the rows themselves then tell how far they reach.
      rest: rest.length === 0 ? [] : [...rest, ...buried],
    },
    words: asked && { query: asked.value, beginnings: splitWords(asked.text) },
    enrolled: session && { sessionId: session.value, filters: plain },
  }
}

async function readOn(db: Reader, walk: Walk, { after, offset, limit }: ListQuery): Promise<Row[]> {
  const start = offset === 0 ? { after } : await skip(db, walk, { after, offset })
  if (start === undefined) return []
  const rows: Row[] = []
  for await (const slice of slicesOf(db, walk, { after: start.after, wanted: limit, narrow: false })) {
    rows.push(...slice.rows.slice(0, limit - rows.length))
    if (rows.length === limit) break
  }
  return rows
}

/** The place behind the first `offset` rows; undefined if there are not so many. */
async function skip(
  db: Reader,
  walk: Walk,
  { after, offset }: Pick<ListQuery, 'after' | 'offset'>,
): Promise<{ after: Place } | undefined> {
  let left = offset
  for await (const { rows } of slicesOf(db, walk, { after, wanted: offset, narrow: true })) {
    const last = rows[left - 1]
    if (last !== undefined) return { after: placeOf(walk, last) }
    left -= rows.length
  }
  return undefined
}

async function* slicesOf(
  db: Reader,
  walk: Walk,
  { after, wanted, narrow }: Partial<Step> & Omit<Step, 'after'>,
): AsyncGenerator<Slice> {
  let [place, size] = [after, wanted]
  for (;;) {
    const slice = await nextSlice(db, walk, { after: place, wanted: size, narrow })
    yield slice
    if (slice.end === undefined) return
    place = slice.end
    // Where the first rows were not enough, most of them are left out: larger slices get on faster.
    size = Math.max(wanted, COMPARED)
    await letOthersRun()
  }
}

function nextSlice(db: Reader, walk: Walk, step: Step): Promise<Slice> {
  if (walk.enrolled !== undefined) return nextEnrolled(db, walk, step)
  if (walk.words !== undefined) return nextJudged(db, walk, step)
  return walk.span.rest.length === 0 ? nextPlain(db, walk, step) : nextCompared(db, walk, step)
}

async function nextPlain(db: Reader, walk: Walk, { after, wanted, narrow }: Step): Promise<Slice> {
  const limit = Math.min(wanted, AT_ONCE)
  const found = await (narrow ? readPlaces : readSpan)<Row>(
    db,
    { ...walk.span, after, end: undefined },
    limit,
  )
  const last = found.length < limit ? undefined : found.at(-1)
  return { rows: withoutDeleted(walk, found), end: last && placeOf(walk, last) }
}

async function nextCompared(db: Reader, walk: Walk, { after, wanted, narrow }: Step): Promise<Slice> {
  const limit = Math.min(wanted, AT_ONCE)
  const end = await findEnd(db, { ...walk.span, after, end: undefined }, COMPARED)
  const rows = await (narrow ? readPlaces : readSpan)<Row>(db, { ...walk.span, after, end }, limit)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { rows, end: last === undefined ? end : placeOf(walk, last) }
}

function judgedFor(wanted: number): number {
  return Math.max(FEWEST_JUDGED, Math.min(MOST_JUDGED, 2 * wanted))
}

async function nextJudged(db: Reader, walk: Walk, { after, wanted, narrow }: Step): Promise<Slice> {
  const size = judgedFor(wanted)
  const end = await findEnd(db, { ...walk.span, after, end: undefined }, size)
  const found = await (narrow ? readPlaces : readSpan)<Row>(db, { ...walk.span, after, end }, size)
  const rows = withoutDeleted(walk, found)
  const words = await readWordsOf(
    db,
    rows.map((row) => String(row.id)),
  )
  const beginnings = walk.words?.beginnings ?? []
  return { rows: rows.filter((row) => hasWords(beginnings, words.get(String(row.id)) ?? '')), end }
}

async function nextEnrolled(db: Reader, { span, enrolled }: Walk, { after, wanted }: Step): Promise<Slice> {
  const limit = Math.min(wanted, MOST_IDS)
  const { sessionId, filters } = enrolled ?? { sessionId: '', filters: [] }
  const last = after === undefined ? undefined : String(after[0])
  const ids = await findEnrolled(db, { sessionId, after: last, backward: span.backward, limit })
  const rows = await readInOrder(db, { table: span.table, ids, filters })
  return { rows, end: ids.length < limit ? undefined : [ids.at(-1) ?? null] }
}

/** Undefined if the words are so common that rows are better looked at one after the other. */
async function readByWords(
  db: Reader,
  walk: Walk,
  { after, offset, limit }: ListQuery,
): Promise<Row[] | undefined> {
  if (walk.words === undefined || walk.span.order[0] !== 'id') return undefined
  const first = await nextSlice(db, walk, { after, wanted: offset + limit, narrow: false })
  if (first.end === undefined || first.rows.length >= offset + limit)
    return first.rows.slice(offset, offset + limit)
  if (first.rows.length > COMMON * judgedFor(offset + limit)) return undefined
  const ids = await findIdsByWords(db, walk.words, MANY)
  if (ids.length > MANY) return undefined
  const sign = walk.span.backward ? -1 : 1
  const start = after === undefined ? undefined : String(after[0])
  const isBeyond = (id: string) => start === undefined || (walk.span.backward ? id < start : id > start)
  const wanted = ids.filter(isBeyond).sort((a, b) => (a < b ? -sign : sign))
  const rows: Row[] = []
  for await (const found of readAmong(db, walk, wanted)) {
    rows.push(...found)
    if (rows.length >= offset + limit) break
  }
  return rows.slice(offset, offset + limit)
}

/** The rows that have the words, if they are rare enough for the text index. */
async function findCandidates(db: Reader, walk: Walk, words: Words): Promise<string[] | undefined> {
  const { rows, end } = await nextSlice(db, walk, { after: undefined, wanted: MOST_JUDGED, narrow: true })
  if (end !== undefined && rows.length > COMMON * MOST_JUDGED) return undefined
  const ids = await findIdsByWords(db, words, MANY)
  return ids.length > MANY ? undefined : ids
}

async function countAmong(db: Reader, walk: Walk, ids: readonly string[]): Promise<number> {
  let count = 0
  for await (const rows of readAmong(db, walk, ids)) count += rows.length
  return count
}

/** The rows with these ids that the other filters leave, some at a time. */
async function* readAmong(db: Reader, { span }: Walk, ids: readonly string[]): AsyncGenerator<Row[]> {
  const alive: Filter[] = span.buries ? [{ column: 'deleted_at', op: 'null' }] : []
  const filters = [...span.led, ...span.rest, ...alive]
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    yield readInOrder(db, { table: span.table, ids: ids.slice(start, start + MOST_IDS), filters })
    await letOthersRun()
  }
}

type Named = { table: ListQuery['table']; ids: readonly string[]; filters: readonly Filter[] }

async function readInOrder(db: Reader, { table, ids, filters }: Named): Promise<Row[]> {
  const rows = await readByIds<Row>(db, { table, column: 'id', ids, filters })
  return inOrder(ids, rows, ({ id }) => String(id))
}

async function countSlices(db: Reader, span: Walk['span'], start: Place | undefined): Promise<number> {
  const alive: Filter[] = span.buries && span.rest.length === 0 ? [{ column: 'deleted_at', op: 'null' }] : []
  const counted = { ...span, rest: [...span.rest, ...alive] }
  let after = start
  for (let count = 0; ; ) {
    const end = await findEnd(db, { ...counted, after, end: undefined }, AT_ONCE)
    count += await countSpan(db, { ...counted, after, end })
    if (end === undefined) return count
    after = end
    await letOthersRun()
  }
}

function withoutDeleted({ span }: Walk, rows: readonly Row[]): readonly Row[] {
  return span.buries ? rows.filter(({ deleted_at }) => deleted_at === null) : rows
}

function placeOf({ span }: Walk, row: Row): Place {
  return span.order.map((column) => row[column] ?? null)
}
