import type { Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { InstallationTables } from './tables.ts'

const statement = statementsOf<InstallationTables>()

const insertFact = statement((db, p: { name: string; value: string }) =>
  db
    .insertInto('installation')
    .values({ name: p.name, value: p.value })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)
const selectFact = statement((db, p: { name: string }) =>
  db.selectFrom('installation').select('value').where('name', '=', p.name),
)

/** The first value that was ever given under the name. */
export async function keepFirst(db: Writer, name: string, value: string): Promise<string> {
  const known = await db.first(selectFact, { name })
  if (known !== undefined) return known.value
  await db.run(insertFact, { name, value })
  return (await db.first(selectFact, { name }))?.value ?? value
}
