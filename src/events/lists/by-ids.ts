import { padIds } from '../../kernel/database/by-ids.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { type Filter, type ListQuery, readPage } from './list-store.ts'

const LONGEST = 500
const LENGTHS = [1, 10, 50, 200, LONGEST]

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
  for (const value of padIds(ids, LENGTHS)) {
    const all: Filter[] = [...filters, { column, op: 'in', value }]
    rows.push(...(await readPage<R>(db, { table, filters: all, order: [column], limit: LONGEST })))
  }
  return rows
}
