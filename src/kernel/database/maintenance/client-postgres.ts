import pg from 'pg'
import { clientOptions, execute, sendOn } from '../postgres/client.ts'
import { explainPostgres, reach } from '../postgres/errors.ts'
import type { Statement } from '../statement.ts'
import type { Table } from './tables.ts'
import { listPostgresTables } from './tables-postgres.ts'

/** Opens a separate connection, and begins a transaction on it with these queries. */
export async function connectAndBegin(url: string, ...queries: readonly string[]): Promise<pg.Client> {
  const client = new pg.Client(clientOptions(url))
  // Ignore the event: the pending query reports the error too.
  client.on('error', () => {})
  try {
    await reach(() => client.connect())
    for (const query of queries) await client.query(query)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw explainPostgres(error)
  }
}

export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw explainPostgres(error)
  }
}

/** A connection with one transaction that reads or writes whole tables. */
export class TablesClient {
  protected readonly client: pg.Client

  constructor(client: pg.Client) {
    this.client = client
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await explained(execute(sendOn(this.client), statement, parameters, false))).rows as R[]
  }

  listTables(): Promise<Table[]> {
    return explained(listPostgresTables(this.client))
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}
