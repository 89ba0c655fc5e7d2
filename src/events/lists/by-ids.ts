import type { Reader } from '../../kernel/database/database.ts'
import { type Filter, type ListQuery, readPage } from './list-store.ts'

/** Lists of ids are padded to one of these lengths, which bounds the number of prepared statements. */
const LENGTHS = [1, 10, 50, 200, 500] as const
const LONGEST = 500

type ByIds = {
  readonly table: ListQuery['table']
  /** A column in which each id occurs at most once among the filtered rows. */
  readonly column: string
  readonly ids: readonly string[]
  readonly filters?: readonly Filter[]
}

/** The rows with these ids, in no order. */
export async function readByIds<R>(db: Reader, { table, column, ids, filters = [] }: ByIds): Promise<R[]> {
  const rows: R[] = []
  for (let start = 0; start < ids.length; start += LONGEST) {
    const part = ids.slice(start, start + LONGEST)
    const length = LENGTHS.find((known) => known >= part.length) ?? LONGEST
    const value = Array.from({ length }, (_none, at) => part[Math.min(at, part.length - 1)] ?? '')
    const found = await readPage<R>(db, {
      table,
      filters: [...filters, { column, op: 'in', value }],
      order: [column],
      after: undefined,
      backward: false,
      limit: LONGEST,
      offset: 0,
    })
    rows.push(...found)
  }
  return rows
}
