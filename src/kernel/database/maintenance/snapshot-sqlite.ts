import { PreparedConnection } from '../sqlite/connection.ts'
import { loadSqlite } from '../sqlite/driver.ts'
import type { Statement } from '../statement.ts'
import { quoteName, quoteNames, type Table, toValue, type Value } from './tables.ts'
import { listSqliteTables } from './tables-sqlite.ts'

const SLICE = 250
const POSITION = 'lanyard_position'

/** Uses a separate connection: in WAL mode a long read delays no writer, only the checkpoint. */
export async function openSqliteSnapshot(path: string): Promise<SqliteSnapshot> {
  const connection = new PreparedConnection(await loadSqlite(), path, [
    'busy_timeout = 5000',
    'query_only = on',
  ])
  try {
    return new SqliteSnapshot(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

class SqliteSnapshot {
  readonly #connection: PreparedConnection

  constructor(connection: PreparedConnection) {
    this.#connection = connection
    connection.exec('begin')
    // The snapshot's instant is that of its first read.
    connection.readPragma('schema_version')
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return this.#connection.all(statement, parameters)
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return this.#connection.all(statement, parameters)[0]
  }

  async listTables(): Promise<Table[]> {
    return listSqliteTables(this.#connection.raw)
  }

  async *readRows({ name, columns }: Table): AsyncGenerator<Value[][]> {
    // Reads pages instead of using the driver's iterator: on Node 20 the backport's iterator breaks if garbage is
    // collected between rows.
    const page = this.#connection.raw.prepare(
      `select _rowid_ as ${POSITION}, ${quoteNames(columns)} from ${quoteName(name)}
       where _rowid_ > ? order by _rowid_ limit ${SLICE}`,
    )
    let position: unknown = Number.MIN_SAFE_INTEGER
    for (;;) {
      const rows = page.all(position) as Record<string, unknown>[]
      if (rows.length > 0) yield rows.map((row) => columns.map((column) => toValue(row[column])))
      if (rows.length < SLICE) return
      position = rows.at(-1)?.[POSITION]
    }
  }

  async close(): Promise<void> {
    if (this.#connection.raw.isTransaction) this.#connection.exec('rollback')
    this.#connection.close()
  }
}
