import type { Database } from '../database.ts'
import { openPostgresLoad } from './load-postgres.ts'
import { openSqliteLoad } from './load-sqlite.ts'
import type { DatabaseAddress, Table, Value } from './tables.ts'

/**
 * Fills a database in one transaction, which may take long and await other things than its statements. If the process
 * ends before `commit`, nothing of it is stored.
 */
export type Load = Pick<Database, 'capabilities' | 'all' | 'exclusively'> & {
  listTables(): Promise<Table[]>
  /** Empties the tables. Until `commit`, rows may refer to rows that come later. */
  clear(tables: readonly Table[]): Promise<void>
  insert(table: Table, rows: readonly (readonly Value[])[]): Promise<void>
  /** Makes the engine continue counting from the table's stored counter. */
  setCounter(table: Table): Promise<void>
  commit(): Promise<void>
  /** Discards everything that was not committed. */
  close(): Promise<void>
}

export function openLoad(address: DatabaseAddress): Promise<Load> {
  return address.engine === 'sqlite' ? openSqliteLoad(address.path) : openPostgresLoad(address.url.reveal())
}
