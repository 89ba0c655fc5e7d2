import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { wholeTable } from '../whole-table.ts'

type AnyTable = Record<string, Record<string, unknown>>

const tableNames = {
  sqlite: statementOnce<AnyTable, { name: unknown }>((db) =>
    db.selectFrom('sqlite_master').select('name').where('type', '=', 'table'),
  ),
  postgres: statementOnce<AnyTable, { name: unknown }>((db) =>
    db.selectFrom('pg_tables').select('tablename as name').where('schemaname', '=', 'public'),
  ),
}

/** Every row of every table, as text. */
export async function dumpTables(database: Database): Promise<string> {
  const tables = await database.all(tableNames[database.capabilities.engine], {})
  const dumped = tables.map(async ({ name }) => {
    const everything = wholeTable(String(name))
    return [name, await database.all(everything, {})] as const
  })
  return JSON.stringify(Object.fromEntries(await Promise.all(dumped)))
}
