import type { SqliteConnection } from '../sqlite/driver.ts'
import type { Table } from './tables.ts'

/** Leaves out virtual tables and their internal tables, which derive from the others. */
const TABLES = `
  select name from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~' order by name`
const TEXT_INDEXES = `select name from pragma_table_list where schema = 'main' and type = 'virtual' order by name`
const COLUMNS = 'select name from pragma_table_info(?) order by cid'

export function listSqliteTables(connection: SqliteConnection): Table[] {
  const counters = listCounters(connection)
  return namesOf(connection, TABLES).map((name) => ({
    name,
    columns: namesOf(connection, COLUMNS, name),
    counter: counters.get(name) ?? null,
  }))
}

/** Every virtual table is a full-text index. */
export function listTextIndexes(connection: SqliteConnection): string[] {
  return namesOf(connection, TEXT_INDEXES)
}

function namesOf(connection: SqliteConnection, sql: string, ...parameters: string[]): string[] {
  return (connection.prepare(sql).all(...parameters) as { name: string }[]).map(({ name }) => name)
}

/** SQLite creates `sqlite_sequence` with the first table that has a counter. */
function listCounters(connection: SqliteConnection): Map<string, number> {
  const known = "select name from sqlite_schema where name = 'sqlite_sequence'"
  if (namesOf(connection, known).length === 0) return new Map()
  const rows = connection.prepare('select name, seq from sqlite_sequence').all()
  return new Map((rows as { name: string; seq: number }[]).map(({ name, seq }) => [name, seq]))
}
