import type pg from 'pg'
import { quoteName, type Table } from './tables.ts'

type ColumnRow = { table: string; column: string; sequence: string | null }

const COLUMNS = `
  select t.table_name as "table", c.column_name as "column",
    pg_get_serial_sequence(quote_ident(t.table_name), c.column_name) as sequence
  from information_schema.tables t
  join information_schema.columns c using (table_schema, table_name)
  where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  order by t.table_name collate "C", c.ordinal_position`

export async function listPostgresTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<ColumnRow>(COLUMNS)
  const tables = new Map<string, { columns: string[]; counter: number | null }>()
  for (const { table, column, sequence } of rows) {
    const known = tables.get(table) ?? { columns: [], counter: null }
    known.columns.push(column)
    if (sequence !== null) known.counter = await readCounter(client, sequence)
    tables.set(table, known)
  }
  return [...tables].map(([name, table]) => ({ name, ...table }))
}

async function readCounter(client: pg.ClientBase, sequence: string): Promise<number | null> {
  const { rows } = await client.query<{ last_value: number; is_called: boolean }>(
    `select last_value, is_called from ${sequence}`,
  )
  return rows[0]?.is_called ? rows[0].last_value : null
}

/** Makes PostgreSQL continue counting from the table's stored counter. */
export async function setCounter(client: pg.ClientBase, { name, columns, counter }: Table): Promise<void> {
  if (counter === null) return
  for (const column of columns) {
    const sequence = 'pg_get_serial_sequence($1, $2)'
    await client.query(`select setval(${sequence}, $3) where ${sequence} is not null`, [
      quoteName(name),
      column,
      counter,
    ])
  }
}
