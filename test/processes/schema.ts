import { join } from 'node:path'
import pg from 'pg'
import { loadSqlite } from '../../src/kernel/database/sqlite/driver.ts'
import type { Store } from '../child.ts'
import { within } from '../speed.ts'

/** Everything that migrations make, and which of them are noted as applied, as text. */
export async function describeSchema(store: Store): Promise<string> {
  return store.databaseUrl === undefined
    ? describeSqlite(store.dataFolder)
    : describePostgres(store.databaseUrl)
}

const applied = 'select name from lanyard_migrations order by name'

async function describeSqlite(dataFolder: string): Promise<string> {
  const { DatabaseSync } = await loadSqlite()
  const connection = new DatabaseSync(join(dataFolder, 'lanyard.sqlite'), { timeout: within(30_000) })
  try {
    const list = (sql: string) => connection.prepare(sql).all()
    const things = list('select type, name, sql from sqlite_master order by name') as { name: string }[]
    const isNew = !things.some(({ name }) => name === 'lanyard_migrations')
    return JSON.stringify([things, isNew ? [] : list(applied)])
  } finally {
    connection.close()
  }
}

const columns = `select table_name, column_name, data_type, is_nullable, column_default
  from information_schema.columns where table_schema = 'public' order by 1, 2`
const indexes = `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`

async function describePostgres(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const list = async (sql: string) => (await client.query(sql)).rows
    const things = [await list(columns), await list(indexes)]
    const isNew = !JSON.stringify(things).includes('lanyard_migrations')
    return JSON.stringify([things, isNew ? [] : await list(applied)])
  } finally {
    await client.end()
  }
}
