import type { Reader } from '../../kernel/database/database.ts'
import { type Filter, type ListQuery, readPage } from './list-store.ts'

/** Lists of ids are filled up to one of these lengths: that many prepared statements, and no more. */
const LENGTHS = [1, 10, 50, 200, 500] as const
const LONGEST = 500

type ByIds = {
  readonly table: ListQuery['table']
  /** Holds each of the ids at most once among what the filters leave. */
  readonly column: string
  readonly ids: readonly string[]
  readonly filters?: readonly Filter[]
}

/** The rows that these ids name, in no order. */
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
