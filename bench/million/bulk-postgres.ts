import pg from 'pg'
import { type Bulk, tables } from './bulk.ts'

const INDEXES = `select indexname as name, indexdef as sql from pg_indexes
  where schemaname = current_schema() and tablename = any($1)
  and not exists (select from pg_constraint where conname = indexname)`

export async function openPostgresBulk(url: string): Promise<Bulk> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`set maintenance_work_mem = '512MB'`)
  const { rows: made } = await client.query<{ name: string; sql: string }>(INDEXES, [[...tables]])
  for (const { name } of made) await client.query(`drop index ${name}`)
  return {
    async insert(table, { columns, values }) {
      const names = columns.join()
      const rows = values.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
      const from = `json_populate_recordset(null::${table}, $1)`
      await client.query(`insert into ${table} (${names}) select ${names} from ${from}`, [
        JSON.stringify(rows),
      ])
    },
    async takePlaces(id, seats) {
      await client.query('update events_places set taken = taken + $1 where id = $2', [seats, id])
    },
    async finish() {
      for (const { sql } of made) await client.query(sql)
      // As autovacuum leaves it.
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
