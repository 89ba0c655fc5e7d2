import { ensureRecord, findRecord } from './database.ts'
import { createVaultKey, type SealedRecord } from './vault.ts'

export type PinLock = {
  readonly kind: 'pin'
  readonly salt: Uint8Array
  readonly iterations: number
  readonly wrapped: SealedRecord
  readonly failures: number
  /** Epoch ms before which no PIN is tried. */
  readonly notBefore: number
}

export type PasskeyLock = {
  readonly kind: 'passkey'
  readonly credential: Uint8Array
  /** Where the passkey gives a secret of its own, it opens the key; elsewhere it stands before it. */
  readonly key: CryptoKey | { readonly salt: Uint8Array; readonly wrapped: SealedRecord }
}

type NoLock = { readonly kind: 'none'; readonly key: CryptoKey }

/** How the key that seals the codes is kept; `version` is another one with every change of that key. */
export type LockRecord = { readonly id: 'lock'; readonly version: string } & (NoLock | PinLock | PasskeyLock)

/** Two windows that start at once get the same one. */
export async function readLock(): Promise<LockRecord> {
  const found = await findRecord<LockRecord>('settings', 'lock')
  return found ?? ensureRecord<LockRecord>('settings', await createOpenLock())
}

/** No lock: the key lies beside what it seals, and the browser does not give it out. */
export async function createOpenLock(): Promise<LockRecord & NoLock> {
  return { ...newLock(), kind: 'none', key: await createVaultKey(false) }
}

export function newLock(): { id: 'lock'; version: string } {
  return { id: 'lock', version: crypto.randomUUID() }
}
