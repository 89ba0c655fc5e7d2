import type { Database } from '../database.ts'
import { openPostgresLoad } from './load-postgres.ts'
import { openSqliteLoad } from './load-sqlite.ts'
import type { DatabaseAddress, Table, Value } from './tables.ts'

/**
 * Fills a database in one transaction, which may take long and wait for other things than its statements: before
 * `commit` nothing of it is there, whatever ends the process.
 */
export type Load = Pick<Database, 'capabilities' | 'all' | 'exclusively'> & {
  listTables(): Promise<Table[]>
  /** Empties the tables; from here to `commit` rows may refer to rows that come later. */
  clear(tables: readonly Table[]): Promise<void>
  insert(table: Table, rows: readonly (readonly Value[])[]): Promise<void>
  /** Lets the engine count on from where the table's counter stood. */
  setCounter(table: Table): Promise<void>
  commit(): Promise<void>
  /** Leaves nothing of what was not committed. */
  close(): Promise<void>
}

export function openLoad(address: DatabaseAddress): Promise<Load> {
  return address.engine === 'sqlite' ? openSqliteLoad(address.path) : openPostgresLoad(address.url.reveal())
}
