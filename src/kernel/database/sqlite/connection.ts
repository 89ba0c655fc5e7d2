import { type MakeRow, rowMakerOf } from '../row-maker.ts'
import type { Statement } from '../statement.ts'
import type { SqliteConnection, SqliteModule, SqliteStatement } from './driver.ts'

/** How long a statement waits inside SQLite for another process. Longer waits happen on the event loop. */
const BUSY_MS = 25

/** Reads rows as arrays: the driver takes twice as long to create objects, and those are slow to use. */
type Prepared = { readonly statement: SqliteStatement; readonly makeRow: MakeRow }

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
    return rows.map(prepared.makeRow) as R[]
  }

  /** A writing statement runs to its end, even if only its first row is read. */
  first<P, R>(statement: Statement<P, R>, parameters: P): R | undefined {
    const compiled = statement.compiled('sqlite')
    if (compiled.writes) return this.all(statement, parameters)[0]
    const prepared = this.#prepare(compiled.sql, statement.name)
    const values = prepared.statement.get(...compiled.bind(parameters as object)) as unknown[] | undefined
    return values === undefined ? undefined : (prepared.makeRow(values) as R)
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

  /** Returns the single number that a prepared text selects. */
  readNumber(sql: string): number {
    return Number((this.#prepare(sql, sql).statement.get() as unknown[])[0])
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
  return { statement, makeRow: rowMakerOf(statement.columns()) }
}
