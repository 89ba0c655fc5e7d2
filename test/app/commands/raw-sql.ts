import { join } from 'node:path'
import pg from 'pg'
import { loadSqlite } from '../../../src/kernel/database/sqlite/driver.ts'
import type { Store } from '../../child.ts'
import { within } from '../../speed.ts'

/** Changes the database behind the product's back; SQLite does not look at references meanwhile. */
export async function tamper(store: Store, sql: string): Promise<void> {
  if (store.databaseUrl !== undefined) {
    const client = new pg.Client(store.databaseUrl)
    await client.connect()
    await client.query(sql)
    await client.end()
    return
  }
  const { DatabaseSync } = await loadSqlite()
  const connection = new DatabaseSync(join(store.dataFolder, 'lanyard.sqlite'), { timeout: within(30_000) })
  connection.exec('pragma foreign_keys = off')
  connection.exec(sql)
  connection.close()
}
