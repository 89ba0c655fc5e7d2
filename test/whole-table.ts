import { sql } from 'kysely'
import { type Statement, statementOnce } from '../src/kernel/database/statement.ts'

/** Every row with every column, of tables that no migration names too: those of the engine and of its indexes. */
export function wholeTable(name: string): Statement<object, unknown> {
  return statementOnce<object, unknown>((db) => ({
    compile: () => sql`select * from ${sql.table(name)}`.compile(db),
  }))
}
