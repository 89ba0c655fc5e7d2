import type { Reader } from '../database.ts'
import { openPostgresSnapshot } from './snapshot-postgres.ts'
import { openSqliteSnapshot } from './snapshot-sqlite.ts'
import type { DatabaseAddress, Table, Value } from './tables.ts'

/** The database as it is at one instant, while others write to it. It changes nothing. */
export type Snapshot = Reader & {
  listTables(): Promise<Table[]>
  /** In slices, so that the memory it takes does not grow with the table. */
  readRows(table: Table): AsyncIterable<Value[][]>
  close(): Promise<void>
}

export function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  return address.engine === 'sqlite'
    ? openSqliteSnapshot(address.path)
    : openPostgresSnapshot(address.url.reveal())
}
