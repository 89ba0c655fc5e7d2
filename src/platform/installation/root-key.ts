import type { Context } from '../../kernel/context.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { findFact, keepFirst } from './store.ts'

const factName = 'root-key'

/** Whether the root key is the one that this database was first opened with: no other can decrypt its secrets. */
export async function isRootKeyOf({ database, vault }: Context): Promise<boolean> {
  return (await keepFirst(database, factName, vault.fingerprint)) === vault.fingerprint
}

/** The fingerprint of the root key that the database was first opened with. */
export function findRootKeyName(db: Reader): Promise<string | undefined> {
  return findFact(db, factName)
}
