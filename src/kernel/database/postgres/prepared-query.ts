import pg from 'pg'
import { type MakeRow, rowMakerOf } from '../row-maker.ts'
import { types } from './types.ts'

export type Result = { readonly rows: unknown[]; readonly rowCount: number | null }

type Prepared = { readonly name: string; readonly text: string; readonly values: unknown[] }

type Field = { readonly name: string; readonly dataTypeID: number }

/** The part of pg's connection that a query uses. */
type Connection = {
  bind(config: object): void
  execute(config: object): void
  sync(): void
  [shapes]?: Map<string, MakeRow | null>
}

/** What pg's `Query` leaves to its subclasses; its types do not tell. */
type QueryClass = new (
  text: string,
  values: unknown[],
  callback: (error: Error | null, result: Result) => void,
) => {
  name: string
  readonly values: unknown[]
  readonly callback: (error: Error | null, result: Result) => void
  prepare(connection: Connection): void
}

const Query = pg.Query as unknown as QueryClass

/** The columns of the statements that were prepared on a connection; null if a statement gives no rows. */
const shapes = Symbol('shapes')

/** The types `text` and `varchar`, whose values are read as they are. */
const TEXT = new Set([25, 1043])

/**
 * Runs a prepared statement and asks for its columns once per connection. pg asks each time, which is a third of its
 * work for a row of thirty columns.
 */
class PreparedQuery extends Query {
  readonly #rows: unknown[] = []
  #known: Map<string, MakeRow | null> | undefined
  #makeRow: MakeRow | null | undefined
  #rowCount = 0

  /** The name is set afterwards: pg copies an object with everything in it, which takes longer than binding it. */
  constructor({ name, text, values }: Prepared, callback: (error: Error | null, result: Result) => void) {
    super(text, values, callback)
    this.name = name
  }

  override prepare(connection: Connection): void {
    connection[shapes] ??= new Map()
    this.#known = connection[shapes]
    this.#makeRow = this.#known.get(this.name)
    if (this.#makeRow === undefined || !this.values.every(isPlain)) {
      super.prepare(connection)
      return
    }
    connection.bind({ portal: '', statement: this.name, values: this.values, valueMapper: textOf })
    connection.execute({})
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#makeRow = rowMakerOf(fields.map(columnOf))
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    this.#rows.push(this.#makeRow?.(fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#known?.set(this.name, this.#makeRow ?? null)
    // The last word of `INSERT 0 1`, `UPDATE 1` and the like.
    this.#rowCount = Number(text.slice(text.lastIndexOf(' ') + 1))
  }

  handleReadyForQuery(): void {
    this.callback(null, { rows: this.#rows, rowCount: this.#rowCount })
  }
}

function columnOf({ name, dataTypeID }: Field) {
  return TEXT.has(dataTypeID) ? { name } : { name, read: types.getTypeParser(dataTypeID, 'text') as never }
}

/** Most parameters are texts, numbers or null; pg knows how to write the others. */
function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function textOf(value: unknown): string | null {
  return value === null || typeof value === 'string' ? value : String(value)
}

export function runPrepared(client: pg.ClientBase, query: Prepared): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Result) => (error === null ? resolve(result) : reject(error))
    client.query(new PreparedQuery(query, done) as unknown as pg.Submittable)
  })
}
