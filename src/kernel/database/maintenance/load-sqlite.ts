import { sqliteCapabilities } from '../capabilities.ts'
import type { Transaction } from '../database.ts'
import type { PreparedConnection } from '../sqlite/connection.ts'
import { loadSqlite, type SqliteStatement } from '../sqlite/driver.ts'
import { explainSqlite } from '../sqlite/errors.ts'
import { SqliteTransaction } from '../sqlite/transaction.ts'
import { createSqliteFile, openWriter } from '../sqlite/writer.ts'
import type { Statement } from '../statement.ts'
import { quoteName, quoteNames, type Table, type Value } from './tables.ts'
import { listSqliteTables, listTextIndexes } from './tables-sqlite.ts'

export async function openSqliteLoad(path: string): Promise<SqliteLoad> {
  createSqliteFile(path)
  const connection = openWriter(await loadSqlite(), path)
  try {
    connection.exec('begin immediate')
    return new SqliteLoad(connection)
  } catch (error) {
    connection.close()
    throw explainSqlite(error)
  }
}

class SqliteLoad {
  readonly capabilities = sqliteCapabilities
  readonly #connection: PreparedConnection
  readonly #inserts = new Map<string, SqliteStatement>()

  constructor(connection: PreparedConnection) {
    this.#connection = connection
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return this.#connection.all(statement, parameters)
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new SqliteTransaction(() => this.#connection, this).within(work)
  }

  async listTables(): Promise<Table[]> {
    return listSqliteTables(this.#connection.raw)
  }

  async clear(tables: readonly Table[]): Promise<void> {
    this.#connection.raw.exec('pragma defer_foreign_keys = on')
    for (const { name } of tables) this.#connection.raw.exec(`delete from ${quoteName(name)}`)
  }

  async insert({ name, columns }: Table, rows: readonly (readonly Value[])[]): Promise<void> {
    let insert = this.#inserts.get(name)
    if (insert === undefined) {
      const places = columns.map(() => '?').join(', ')
      insert = this.#connection.raw.prepare(
        `insert into ${quoteName(name)} (${quoteNames(columns)}) values (${places})`,
      )
      this.#inserts.set(name, insert)
    }
    try {
      for (const row of rows) insert.run(...row)
    } catch (error) {
      throw explainSqlite(error)
    }
  }

  async setCounter({ name, counter }: Table): Promise<void> {
    if (counter === null) return
    this.#connection.raw.prepare('delete from sqlite_sequence where name = ?').run(name)
    this.#connection.raw.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, counter)
  }

  async commit(): Promise<void> {
    try {
      for (const name of listTextIndexes(this.#connection.raw)) this.#connection.raw.exec(rebuildOf(name))
      this.#connection.exec('commit')
    } catch (error) {
      throw explainSqlite(error)
    }
    this.#connection.raw.exec('pragma wal_checkpoint(truncate)')
  }

  async close(): Promise<void> {
    if (this.#connection.raw.isTransaction) this.#connection.exec('rollback')
    this.#connection.close()
  }
}

/** FTS5 fills the index from the rows of its table. */
function rebuildOf(index: string): string {
  return `insert into ${quoteName(index)} (${quoteName(index)}) values ('rebuild')`
}
