import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { wholeTable } from '../whole-table.ts'

type AnyTable = Record<string, Record<string, unknown>>

/** Every row of the tables whose name starts so, as text. */
export async function dump(database: Database, prefix = ''): Promise<string> {
  const tables = await database.all(
    statementOnce<AnyTable, { name: unknown }>((db) =>
      database.capabilities.engine === 'sqlite'
        ? db.selectFrom('sqlite_master').select('name').where('type', '=', 'table')
        : db.selectFrom('pg_tables').select('tablename as name').where('schemaname', '=', 'public'),
    ),
    {},
  )
  const names = tables.map(({ name }) => String(name)).filter((name) => name.startsWith(prefix))
  const rows = await Promise.all(names.map(async (name) => [name, await database.all(wholeTable(name), {})]))
  return JSON.stringify(Object.fromEntries(rows))
}
