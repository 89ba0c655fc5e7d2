import { createHash } from 'node:crypto'
import type { TObject } from 'typebox'
import { decodeCursor, encodeCursor } from '../../kernel/contract/cursor.ts'
import { splitWords } from '../../kernel/text/words.ts'
import type { Events } from '../events.ts'
import type { Paging } from '../lists/list-query.ts'
import { cursorsOf, USUAL_SIZE } from '../lists/paging.ts'
import { type Presentation, presentAll, type Tombstone } from '../lists/present.ts'
import type { Tracked } from '../records/tables.ts'
import { wrong } from '../refusal.ts'
import { wordsQuery } from '../text-store.ts'
import type { FindField } from './fields/field.ts'
import { readFilter } from './filter.ts'
import { findMany, findPage, type Search } from './find.ts'
import { readOrder } from './order.ts'
import type { Found } from './page.ts'
import type { SearchInput } from './search-schema.ts'
import { type Among, readInOrder } from './search-store.ts'

export type Searched = Among & {
  readonly find: FindField
  /** The scope of a search by words, and whose words are searched. */
  readonly wordScope: string
  readonly wordsOfAttendees?: boolean
}

/** A page of results of the structured search. */
export async function searchRecords<R extends Tracked, A extends object>(
  service: Events,
  { input, searched }: { input: SearchInput; searched: Searched },
  presentation: Presentation<R, A>,
): Promise<{ data: (A | Tombstone)[]; paging: Paging }> {
  const keep = readMembers(input.fields, presentation.schema)
  const search = readSearch(service, input, searched)
  const { found, more } = await findPage(service, search)
  if (search.backward) found.reverse()
  const ids = found.map(({ id }) => id)
  const rows = await readInOrder<R>(service.database, searched.table, ids)
  const data = (await presentAll(rows, presentation)).map((item) => ('deleted' in item ? item : keep(item)))
  return { data, paging: pagingOf(service, { input, searched }, { search, found, more }) }
}

type Many = {
  readonly size: number
  readonly budgetMs: number
  /** Continue after this id, if the order is by id. */
  readonly after?: string
}

/** The ids found by the structured search, in order. */
export function searchIds(
  service: Events,
  { input, searched }: { input: Pick<SearchInput, 'filter' | 'q' | 'sort'>; searched: Searched },
  { size, budgetMs, after }: Many,
): Promise<{ ids: string[]; more: boolean }> {
  const search = readSearch(service, input, searched)
  return findMany(service, { ...search, size, budgetMs, after: after === undefined ? undefined : [after] })
}

function readSearch({ database, vault }: Events, input: SearchInput, searched: Searched): Search {
  const place =
    input.cursor === undefined ? undefined : decodeCursor(vault, nameOf(input, searched), input.cursor)
  const { find, table, scopeColumn, scopeId } = searched
  const query = input.q && wordsQuery(database.capabilities, searched.wordScope, input.q)
  const words = {
    query: query ?? '',
    beginnings: splitWords(input.q ?? ''),
    ofAttendees: searched.wordsOfAttendees === true,
  }
  return {
    among: { table, scopeColumn, scopeId },
    filter: input.filter === undefined ? undefined : readFilter(find, input.filter),
    order: readOrder(find, input.sort),
    words: query === undefined || query === '' ? undefined : words,
    deleted: input.includeDeleted === true,
    size: input.pageSize ?? USUAL_SIZE,
    after: place?.slice(1),
    backward: place?.[0] === 1,
  }
}

/** A cursor is valid only for the search that returned it. */
function nameOf({ filter, q, sort, includeDeleted }: SearchInput, { table, scopeId }: Searched): string {
  const asked = JSON.stringify([filter ?? null, q ?? null, sort ?? [], includeDeleted ?? false])
  return `search/${table}/${scopeId}/${createHash('sha256').update(asked).digest('base64url')}`
}

function pagingOf(
  { vault }: Events,
  { input, searched }: { input: SearchInput; searched: Searched },
  { search, found, more }: { search: Search; found: readonly Found[]; more: boolean },
): Paging {
  const name = nameOf(input, searched)
  const cursorAt = ({ place }: Found, backward: 0 | 1) => encodeCursor(vault, name, [backward, ...place])
  const { size, backward, after } = search
  return {
    pageSize: size,
    ...cursorsOf({ rows: found, more, backward, isFirst: after === undefined, cursorAt }),
  }
}

function readMembers(fields: SearchInput['fields'], schema: TObject) {
  const unknown = fields?.findIndex((name) => !Object.hasOwn(schema.properties, name)) ?? -1
  if (unknown >= 0) throw wrong(`/fields/${unknown}`, 'unknown-field', 'is no member of this record')
  const wanted = new Set(fields?.concat('id'))
  return <A extends object>(item: A): A =>
    fields === undefined
      ? item
      : (Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as A)
}
