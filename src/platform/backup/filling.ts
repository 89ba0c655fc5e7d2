import type { Load } from '../../kernel/database/maintenance/load.ts'
import type { Table, Value } from '../../kernel/database/maintenance/tables.ts'
import { BackupError } from './backup-error.ts'

/** Rows that are written to the database together. */
const batchRows = 500

/** Inserts the rows, table by table, into a schema that must have exactly these tables and columns. */
export class Filling {
  readonly total = { tables: 0, rows: 0 }
  readonly #load: Load
  readonly #schema: Map<string, readonly string[]>
  #table: Table | undefined
  #rows: Value[][] = []

  constructor(load: Load, schema: readonly Table[]) {
    this.#load = load
    this.#schema = new Map(schema.map(({ name, columns }) => [name, columns]))
  }

  async begin(table: Table): Promise<void> {
    await this.#finish()
    const columns = this.#schema.get(table.name)
    if (columns === undefined || !hasSame(columns, table.columns)) throw foreign()
    this.#schema.delete(table.name)
    this.#table = table
    this.total.tables += 1
  }

  async add(row: Value[]): Promise<void> {
    this.#rows.push(row)
    this.total.rows += 1
    if (this.#rows.length >= batchRows) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#finish()
    if (this.#schema.size > 0) throw foreign()
  }

  async #finish(): Promise<void> {
    if (this.#table === undefined) return
    await this.#flush()
    await this.#load.setCounter(this.#table)
  }

  async #flush(): Promise<void> {
    const rows = this.#rows.splice(0)
    if (this.#table !== undefined && rows.length > 0) await this.#load.insert(this.#table, rows)
  }
}

function hasSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
}

function foreign(): BackupError {
  return new BackupError('holds other tables than its migrations make: it was not written by this program')
}
