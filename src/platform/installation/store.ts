import type { Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { InstallationTables } from './tables.ts'

const { value, insertNew } = storeOf<InstallationTables>()

const insertFact = insertNew('installation', 'name')

export const findFact = value((db, name: string) =>
  db.selectFrom('installation').select('value').where('name', '=', name),
)

/** Stores the value unless the name has one already; returns the first value ever stored. */
export async function keepFirst(db: Writer, name: string, value: string): Promise<string> {
  const known = await findFact(db, name)
  if (known !== undefined) return known
  await insertFact(db, { name, value })
  return (await findFact(db, name)) ?? value
}
