import type { SqliteConnection, SqliteModule, SqliteStatement } from './sqlite-driver.ts'
import type { Statement } from './statement.ts'

/** How long a statement waits inside SQLite for another process: longer waits are the event loop's to spend. */
const BUSY_MS = 25

/** Gives rows as arrays: the driver makes an object of a row in twice the time, and a slow one. */
type Prepared = { readonly statement: SqliteStatement; readonly columns: readonly string[] }

/** One connection with its prepared statements. */
export class PreparedConnection {
  readonly raw: SqliteConnection
  readonly #prepared = new Map<string, Prepared>()

  constructor(module: SqliteModule, path: string, pragmas: readonly string[]) {
    this.raw = new module.DatabaseSync(path, { timeout: BUSY_MS })
    for (const pragma of pragmas) this.raw.exec(`pragma ${pragma}`)
  }

  all<P, R>(statement: Statement<P, R>, parameters: P): R[] {
    const compiled = statement.compiled('sqlite')
    const prepared = this.#prepare(compiled.sql, statement.name)
    const rows = prepared.statement.all(...compiled.bind(parameters as object)) as unknown[][]
    return rows.map((values) => rowOf<R>(prepared.columns, values))
  }

  /** A statement that writes runs to its end, whatever is read of it. */
  first<P, R>(statement: Statement<P, R>, parameters: P): R | undefined {
    const compiled = statement.compiled('sqlite')
    if (compiled.writes) return this.all(statement, parameters)[0]
    const prepared = this.#prepare(compiled.sql, statement.name)
    const values = prepared.statement.get(...compiled.bind(parameters as object)) as unknown[] | undefined
    return values === undefined ? undefined : rowOf<R>(prepared.columns, values)
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): number {
    const compiled = statement.compiled('sqlite')
    const prepared = this.#prepare(compiled.sql, statement.name)
    return Number(prepared.statement.run(...compiled.bind(parameters as object)).changes)
  }

  readPragma(name: string): unknown {
    const row = this.raw.prepare(`pragma ${name}`).get() as Record<string, unknown> | undefined
    return row === undefined ? undefined : Object.values(row)[0]
  }

  exec(sql: string): void {
    this.#prepare(sql, sql).statement.run()
  }

  close(): void {
    this.#prepared.clear()
    this.raw.close()
  }

  #prepare(sql: string, name: string | undefined): Prepared {
    if (name === undefined) return prepare(this.raw, sql)
    let prepared = this.#prepared.get(name)
    if (prepared === undefined) {
      prepared = prepare(this.raw, sql)
      this.#prepared.set(name, prepared)
    }
    return prepared
  }
}

function prepare(connection: SqliteConnection, sql: string): Prepared {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

function rowOf<R>(columns: readonly string[], values: readonly unknown[]): R {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row as R
}
