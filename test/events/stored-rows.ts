import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'

/** Everything that tables hold. */
export async function contextRows(database: Database, tables: readonly string[]): Promise<unknown[][]> {
  const found: unknown[][] = []
  for (const table of tables) {
    const all = statementOnce<Record<string, object>, unknown>((db) => db.selectFrom(table).selectAll())
    found.push(await database.all(all, {}))
  }
  return found
}
