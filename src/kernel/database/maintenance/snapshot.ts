import type { Reader } from '../database.ts'
import { openPostgresSnapshot } from './snapshot-postgres.ts'
import { openSqliteSnapshot } from './snapshot-sqlite.ts'
import type { DatabaseAddress, Table, Value } from './tables.ts'

/** The database as it was at one instant, while others keep writing to it. Read-only. */
export type Snapshot = Reader & {
  listTables(): Promise<Table[]>
  /** Reads in slices, so that memory use does not grow with the table. */
  readRows(table: Table): AsyncIterable<Value[][]>
  close(): Promise<void>
}

export function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  return address.engine === 'sqlite'
    ? openSqliteSnapshot(address.path)
    : openPostgresSnapshot(address.url.reveal())
}
