import type { Reader, Writer } from '../../kernel/database/database.ts'
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
  const known = await findFact(db, name)
  if (known !== undefined) return known
  await db.run(insertFact, { name, value })
  return (await findFact(db, name)) ?? value
}

export async function findFact(db: Reader, name: string): Promise<string | undefined> {
  return (await db.first(selectFact, { name }))?.value
}
