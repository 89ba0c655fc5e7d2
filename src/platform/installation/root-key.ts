import type { Context } from '../../kernel/context.ts'
import { keepFirst } from './store.ts'

/** Tells whether the root key is the one that this database was first opened with: no other reads its secrets. */
export async function isRootKeyOf({ database, vault }: Context): Promise<boolean> {
  return (await keepFirst(database, 'root-key', vault.fingerprint)) === vault.fingerprint
}
