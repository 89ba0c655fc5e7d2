import type pg from 'pg'
import { postgresCapabilities } from '../capabilities.ts'
import type { Transaction } from '../database.ts'
import { beginWith, commit, sendOn, usualSettings } from '../postgres/client.ts'
import { MIGRATION_LOCK } from '../postgres/postgres.ts'
import { PostgresTransaction } from '../postgres/transaction.ts'
import { connectAndBegin, explained, TablesClient } from './client-postgres.ts'
import { quoteName, quoteNames, type Table, type Value } from './tables.ts'
import { setCounter } from './tables-postgres.ts'

type ForeignKey = { table: string; name: string; definition: string }

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`

/** The PostgreSQL protocol counts parameters in 16 bits. */
const MOST_PARAMETERS = 65_535

/** Checking all references again may take long, and the source of the rows may be slow. */
const settings = {
  ...usualSettings,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 600_000,
}

export async function openPostgresLoad(url: string): Promise<PostgresLoad> {
  const lock = `select pg_advisory_xact_lock(${MIGRATION_LOCK})`
  return new PostgresLoad(await connectAndBegin(url, beginWith(settings), lock))
}

class PostgresLoad extends TablesClient {
  readonly capabilities = postgresCapabilities
  #foreignKeys: ForeignKey[] = []

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return explained(work(new PostgresTransaction(sendOn(this.client), this, false)))
  }

  async clear(tables: readonly Table[]): Promise<void> {
    this.#foreignKeys = (await this.#query(FOREIGN_KEYS)).rows as ForeignKey[]
    for (const { table, name } of this.#foreignKeys)
      await this.#query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of tables) await this.#query(`delete from ${quoteName(name)}`)
  }

  async insert({ name, columns }: Table, rows: readonly (readonly Value[])[]): Promise<void> {
    const most = Math.floor(MOST_PARAMETERS / columns.length)
    for (let start = 0; start < rows.length; start += most) {
      const batch = rows.slice(start, start + most)
      const places = batch.map((row, index) => placesOf(row.length, index * columns.length)).join(', ')
      const text = `insert into ${quoteName(name)} (${quoteNames(columns)}) values ${places}`
      await this.#query(text, batch.flat())
    }
  }

  setCounter(table: Table): Promise<void> {
    return explained(setCounter(this.client, table))
  }

  async commit(): Promise<void> {
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#query(`alter table ${table} add constraint ${name} ${definition}`)
    await explained(commit(this.client))
  }

  #query(text: string, values: Value[] = []): Promise<pg.QueryResult> {
    return explained(this.client.query(text, values))
  }
}

function placesOf(count: number, offset: number): string {
  return `(${Array.from({ length: count }, (_, index) => `$${offset + index + 1}`).join(', ')})`
}
