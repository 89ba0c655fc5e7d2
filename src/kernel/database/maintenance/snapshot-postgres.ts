import pg from 'pg'
import { beginWith, clientOptions, execute, sendOn, usualSettings } from '../postgres/client.ts'
import { explainPostgres, reach } from '../postgres/errors.ts'
import type { Statement } from '../statement.ts'
import { quoteName, quoteNames, type Table, toValue, type Value } from './tables.ts'
import { listPostgresTables } from './tables-postgres.ts'

const SLICE = 250

/** The reader of the rows may be slow. */
const settings = { ...usualSettings, idle_in_transaction_session_timeout: 600_000 }

export async function openPostgresSnapshot(url: string): Promise<PostgresSnapshot> {
  const client = new pg.Client(clientOptions(url))
  // Ignore the event: the pending query reports the error too.
  client.on('error', () => {})
  try {
    await reach(() => client.connect())
    await client.query(beginWith(settings, 'begin isolation level repeatable read read only'))
    return new PostgresSnapshot(client)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw explainPostgres(error)
  }
}

class PostgresSnapshot {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await this.#explained(execute(sendOn(this.#client), statement, parameters, false))).rows as R[]
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  listTables(): Promise<Table[]> {
    return this.#explained(listPostgresTables(this.#client))
  }

  async *readRows({ name, columns }: Table): AsyncGenerator<Value[][]> {
    const query = `select ${quoteNames(columns)} from ${quoteName(name)}`
    await this.#explained(this.#client.query(`declare slices no scroll cursor for ${query}`))
    for (;;) {
      const rows = await this.#fetch()
      if (rows.length > 0) yield rows.map((row) => row.map(toValue))
      if (rows.length < SLICE) break
    }
    await this.#explained(this.#client.query('close slices'))
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #fetch(): Promise<unknown[][]> {
    const text = `fetch ${SLICE} from slices`
    return (await this.#explained(this.#client.query<unknown[]>({ text, rowMode: 'array' }))).rows
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw explainPostgres(error)
    }
  }
}
