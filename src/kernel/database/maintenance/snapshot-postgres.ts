import { beginWith, usualSettings } from '../postgres/client.ts'
import type { Statement } from '../statement.ts'
import { connectAndBegin, explained, TablesClient } from './client-postgres.ts'
import { quoteName, quoteNames, type Table, toValue, type Value } from './tables.ts'

const SLICE = 250

/** The reader of the rows may be slow. */
const settings = { ...usualSettings, idle_in_transaction_session_timeout: 600_000 }

export async function openPostgresSnapshot(url: string): Promise<PostgresSnapshot> {
  const begin = beginWith(settings, 'begin isolation level repeatable read read only')
  return new PostgresSnapshot(await connectAndBegin(url, begin))
}

class PostgresSnapshot extends TablesClient {
  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  async *readRows({ name, columns }: Table): AsyncGenerator<Value[][]> {
    const query = `select ${quoteNames(columns)} from ${quoteName(name)}`
    await explained(this.client.query(`declare slices no scroll cursor for ${query}`))
    for (;;) {
      const rows = await this.#fetch()
      if (rows.length > 0) yield rows.map((row) => row.map(toValue))
      if (rows.length < SLICE) break
    }
    await explained(this.client.query('close slices'))
  }

  async #fetch(): Promise<unknown[][]> {
    const text = `fetch ${SLICE} from slices`
    return (await explained(this.client.query<unknown[]>({ text, rowMode: 'array' }))).rows
  }
}
