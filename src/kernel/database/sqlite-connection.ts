import type { SqliteConnection, SqliteModule, SqliteStatement } from './sqlite-driver.ts'
import type { Statement } from './statement.ts'

/** How long a statement waits inside SQLite for another process: longer waits are the event loop's to spend. */
const BUSY_MS = 25

/** One connection with its prepared statements. */
export class PreparedConnection {
  readonly raw: SqliteConnection
  readonly #prepared = new Map<string, SqliteStatement>()

  constructor(module: SqliteModule, path: string, pragmas: readonly string[]) {
    this.raw = new module.DatabaseSync(path, { timeout: BUSY_MS })
    for (const pragma of pragmas) this.raw.exec(`pragma ${pragma}`)
  }

  all<P, R>(statement: Statement<P, R>, parameters: P): R[] {
    const compiled = statement.compiled('sqlite')
    return this.#prepare(compiled.sql, statement.name).all(...compiled.bind(parameters as object)) as R[]
  }

  /** A statement that writes runs to its end, whatever is read of it. */
  first<P, R>(statement: Statement<P, R>, parameters: P): R | undefined {
    const compiled = statement.compiled('sqlite')
    if (compiled.writes) return this.all(statement, parameters)[0]
    return this.#prepare(compiled.sql, statement.name).get(...compiled.bind(parameters as object)) as
      | R
      | undefined
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): number {
    const compiled = statement.compiled('sqlite')
    return Number(
      this.#prepare(compiled.sql, statement.name).run(...compiled.bind(parameters as object)).changes,
    )
  }

  readPragma(name: string): unknown {
    const row = this.raw.prepare(`pragma ${name}`).get() as Record<string, unknown> | undefined
    return row === undefined ? undefined : Object.values(row)[0]
  }

  exec(sql: string): void {
    this.#prepare(sql, sql).run()
  }

  close(): void {
    this.#prepared.clear()
    this.raw.close()
  }

  #prepare(sql: string, name: string | undefined): SqliteStatement {
    if (name === undefined) return this.raw.prepare(sql)
    let prepared = this.#prepared.get(name)
    if (prepared === undefined) {
      prepared = this.raw.prepare(sql)
      this.#prepared.set(name, prepared)
    }
    return prepared
  }
}
