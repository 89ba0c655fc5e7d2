import { loadSqlite, type SqliteStatement } from '../../src/kernel/database/sqlite/driver.ts'
import { type Bulk, tables } from './bulk.ts'

const FAST = ['synchronous = off', 'cache_size = -1000000', 'temp_store = memory']

export async function openSqliteBulk(path: string): Promise<Bulk> {
  const { DatabaseSync } = await loadSqlite()
  const db = new DatabaseSync(path)
  for (const pragma of FAST) db.exec(`pragma ${pragma}`)
  const names = tables.map((name) => `'${name}'`).join()
  const made = db
    .prepare(
      `select type, name, sql from sqlite_master
       where type in ('index', 'trigger') and tbl_name in (${names}) and sql is not null`,
    )
    .all() as { type: string; name: string; sql: string }[]
  for (const { type, name } of made) db.exec(`drop ${type} ${name}`)
  const inserts = new Map<string, SqliteStatement>()
  const prepare = (table: string, columns: readonly string[]) => {
    const holes = columns.map(() => '?').join()
    const statement = db.prepare(`insert into ${table} (${columns.join()}) values (${holes})`)
    inserts.set(table, statement)
    return statement
  }
  return {
    async insert(table, { columns, values }) {
      const statement = inserts.get(table) ?? prepare(table, columns)
      db.exec('begin')
      for (const row of values) statement.run(...row)
      db.exec('commit')
    },
    async takePlaces(id, seats) {
      db.prepare('update events_places set taken = taken + ? where id = ?').run(seats, id)
    },
    async finish() {
      for (const { sql } of made) db.exec(sql)
      db.exec(`insert into events_texts_index (events_texts_index) values ('rebuild')`)
      db.close()
    },
  }
}
