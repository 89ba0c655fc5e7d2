import { setTimeout } from 'node:timers/promises'
import { decodeCursor, encodeCursor } from '../../kernel/contract/cursor.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import { parseTime } from '../../kernel/text/times.ts'
import { readSettledChange } from '../change-store.ts'
import type { Events } from '../events.ts'
import { isTime } from '../records/values.ts'
import { inQuery } from './bad-parameter.ts'
import type { Paging, SyncQuery } from './list-query.ts'
import { type Filter, type ListQuery, readPage } from './list-store.ts'
import { countRows, readRows } from './list-walk.ts'
import { cursorsOf, offsetOf, USUAL_SIZE } from './paging.ts'

/** One list of an organisation. */
export type List<R> = {
  /** Names the list in its cursors, with the order: a cursor of another list or order is refused. */
  readonly name: string
  readonly table: ListQuery['table']
  readonly filters: readonly Filter[]
  /** Columns that together are unique; the sort order without `updatedSince`. */
  readonly order: readonly (keyof R & string)[]
  /** False if clients cannot sync its rows. */
  readonly tracked?: false
  /** How many rows it has, deleted ones left out, if a counter knows it; undefined if it turns out not to. */
  readonly counted?: (() => Promise<number | undefined>) | undefined
}

type SyncPlace = [change: number, id: string]
type Place = {
  readonly backward: boolean
  readonly position: (string | number | null)[]
  /** The settled change number when the first page was read, or UNKNOWN. */
  readonly settled: number
}
type Page<R> = {
  rows: R[]
  paging: Paging
  /** Missing when reading started at a later page number: no token covers changes made before that page was read. */
  syncToken: string | undefined
}

const SYNC = 'sync'
const BY_CHANGE = ['change', 'id'] as const
const UNKNOWN = -1
const owners = new Set(['organisation_id', 'list_id'])
/** Rows of a stream that are read at once, and those that are written at once; other requests are served in between. */
const [STREAM_READ, STREAM_WRITTEN] = [200, 100]
/** Upper bound for the difference between the clocks and commit orders of two processes. */
const SLACK_MS = 60_000
/** A quarter of a second in all: a transaction that takes longer should not delay those who sync. */
const [POLL_MS, MOST_POLLS] = [5, 50]

/** Keyset paging: page n costs what page 1 costs. */
export async function readList<R extends object>(
  service: Events,
  list: List<R>,
  query: SyncQuery,
): Promise<Page<R>> {
  const size = query.pageSize ?? USUAL_SIZE
  const offset = offsetOf(query, size)
  const name = cursorName(list, query)
  const place = query.cursor === undefined ? undefined : openCursor(service, name, query.cursor)
  const settled = await readSettled(service, list, query)
  const slice = await sliceOf(service, list, query, settled)
  const read: ListQuery = {
    ...slice,
    after: place?.position ?? slice.after,
    backward: place?.backward ?? false,
    limit: size + 1,
    offset,
  }
  const found = await readRows<R>(service.database, read)
  const more = found.length > size
  const rows = found.slice(0, size)
  if (read.backward) rows.reverse()
  const start = place?.settled ?? (offset > 0 ? UNKNOWN : settled)
  const cursorAt = (row: R, backward: 0 | 1) =>
    encodeCursor(service.vault, name, [backward, start, ...slice.order.map((c) => columnOf(row, c))])
  const isFirst = place === undefined && offset === 0
  const reached = (): SyncPlace =>
    query.updatedSince === undefined ? [start, ''] : syncPlace(rows, { more, settled, after: slice.after })
  const total = query.count === true ? { totalCount: await countList(service, list, { query, slice }) } : {}
  return {
    rows,
    paging: {
      pageSize: size,
      ...total,
      ...cursorsOf({ rows, more, backward: read.backward, isFirst, cursorAt }),
    },
    syncToken: start === UNKNOWN ? undefined : encodeSyncToken(service, reached()),
  }
}

/** The total is that of the whole list, wherever the cursor is; with a sync token, of what follows the token. */
async function countList<R>(
  { database }: Events,
  { counted }: List<R>,
  { query, slice }: { query: SyncQuery; slice: ListQuery },
): Promise<number> {
  const isWhole = query.updatedSince === undefined && query.includeDeleted !== true
  return (isWhole ? await counted?.() : undefined) ?? countRows(database, slice)
}

/**
 * The whole list from first to last row, read page by page so that memory stays bounded. A cursor changes nothing, but
 * one that the list did not give out is refused.
 */
export async function openList<R extends object>(
  service: Events,
  list: List<R>,
  query: SyncQuery,
): Promise<{ pages: AsyncGenerator<R[]>; syncToken: string }> {
  if (query.cursor !== undefined) openCursor(service, cursorName(list, query), query.cursor)
  const settled = await readSettled(service, list, query)
  const slice = await sliceOf(service, list, query, settled)
  return {
    pages: readAll(service, slice),
    syncToken: encodeSyncToken(service, syncPlace([], { more: false, settled, after: slice.after })),
  }
}

async function* readAll<R extends object>({ database }: Events, slice: ListQuery): AsyncGenerator<R[]> {
  const slices = slicesOf<R>(STREAM_READ, (last) => {
    const after = last === undefined ? slice.after : slice.order.map((column) => columnOf(last, column))
    return readRows(database, { ...slice, after, limit: STREAM_READ })
  })
  for await (const rows of slices)
    for (let start = 0; start < rows.length; start += STREAM_WRITTEN)
      yield rows.slice(start, start + STREAM_WRITTEN)
}

/**
 * On PostgreSQL, a committed change is settled once all transactions that began before it have ended, usually within
 * milliseconds. A sync call waits for that, so that it finds what was written before it was made.
 */
async function readSettled<R>({ database }: Events, list: List<R>, query: SyncQuery): Promise<number> {
  const settled = await readSettledChange(database)
  const isFirst = query.updatedSince !== undefined && query.cursor === undefined
  if (!isFirst || database.capabilities.transactions === undefined) return settled
  const [newest] = await readPage<{ change: number }>(database, {
    table: list.table,
    filters: [...ownerOf(list), { column: 'change', op: '>=', value: settled }],
    order: BY_CHANGE,
    backward: true,
    limit: 1,
  })
  if (newest === undefined) return settled
  let reached = settled
  for (let polls = 0; polls < MOST_POLLS && reached <= newest.change; polls += 1) {
    await setTimeout(POLL_MS)
    reached = await readSettledChange(database)
  }
  return reached
}

function orderOf<R>({ order }: List<R>, { updatedSince }: SyncQuery): readonly string[] {
  return updatedSince === undefined ? order : BY_CHANGE
}

function cursorName<R>(list: List<R>, query: SyncQuery): string {
  return [list.name, ...orderOf(list, query)].join(' ')
}

/** With `updatedSince`, in order of change, and only up to the point that no late commit can precede. */
async function sliceOf<R>(
  service: Events,
  list: List<R>,
  query: SyncQuery,
  settled: number,
): Promise<ListQuery> {
  const { updatedSince, includeDeleted } = query
  const order = orderOf(list, query)
  const plain = { table: list.table, order, after: undefined, backward: false, limit: 0, offset: 0 }
  const alive: Filter[] =
    includeDeleted === true || list.tracked === false ? [] : [{ column: 'deleted_at', op: 'null' }]
  const filters = [...list.filters, ...alive]
  if (updatedSince === undefined) return { ...plain, filters }
  const time = isTime(updatedSince) ? parseTime(updatedSince) : undefined
  const after = time === undefined ? decodeSyncToken(service, updatedSince) : undefined
  const since =
    time === undefined
      ? [{ column: 'change', op: '>=', value: after?.[0] ?? 0 } as const]
      : await sinceTime(service, list, time)
  const window: Filter[] = [{ column: 'change', op: '<', value: settled }, ...since]
  return { ...plain, filters: [...filters, ...window], after }
}

/**
 * Skips everything up to the last change well before that time. It cannot start at the first change after it: when
 * clocks differ, a later time may have a lower change number.
 */
async function sinceTime<R>(service: Events, list: List<R>, time: number): Promise<Filter[]> {
  const [last] = await readPage<{ change: number }>(service.database, {
    table: list.table,
    filters: [...ownerOf(list), { column: 'updated_at', op: '<', value: time - 2 * SLACK_MS }],
    order: ['updated_at', 'change'],
    backward: true,
    limit: 1,
  })
  return [
    { column: 'change', op: '>=', value: last?.change ?? 0 },
    { column: 'updated_at', op: '>=', value: time },
  ]
}

/** Changes are numbered across all lists, so any record of the same owner will do, and an index has them in order. */
function ownerOf<R>({ filters }: List<R>): readonly Filter[] {
  const owner = filters.filter((filter) => 'column' in filter && owners.has(filter.column))
  return owner.length === 0 ? filters : owner
}

type Reached = { more: boolean; settled: number; after: ListQuery['after'] }

/** Where a page ends: after its last change if more follow, else after everything settled. Never moves backwards. */
function syncPlace(rows: readonly object[], { more, settled, after }: Reached): SyncPlace {
  const last = rows.at(-1)
  if (more && last !== undefined) return [Number(columnOf(last, 'change')), String(columnOf(last, 'id'))]
  const [change, id] = after ?? []
  return Number(change ?? 0) > settled ? [Number(change), String(id)] : [settled, '']
}

function encodeSyncToken({ vault }: Events, place: SyncPlace): string {
  return encodeCursor(vault, SYNC, place)
}

function decodeSyncToken({ vault }: Events, token: string): SyncPlace {
  const [change, id] = inQuery('updatedSince', () => decodeCursor(vault, SYNC, token))
  return [Number(change), String(id)]
}

function openCursor({ vault }: Events, name: string, cursor: string): Place {
  const [backward, settled, ...position] = inQuery('cursor', () => decodeCursor(vault, name, cursor))
  return { backward: backward === 1, settled: Number(settled), position }
}

function columnOf(row: object, column: string): string | number | null {
  return (row as Record<string, string | number | null>)[column] ?? null
}
