import { ensureRecord, findRecord } from './database.ts'
import { createVaultKey, type SealedRecord } from './vault.ts'

export type PinLock = {
  readonly kind: 'pin'
  readonly salt: Uint8Array
  readonly iterations: number
  readonly wrapped: SealedRecord
  readonly failures: number
  /** Epoch ms before which no PIN attempt is allowed. */
  readonly notBefore: number
}

export type PasskeyLock = {
  readonly kind: 'passkey'
  readonly credential: Uint8Array
  /** The passkey's own secret decrypts the key, if it has one; otherwise the passkey is only checked before use. */
  readonly key: CryptoKey | { readonly salt: Uint8Array; readonly wrapped: SealedRecord }
}

type NoLock = { readonly kind: 'none'; readonly key: CryptoKey }

/** How the key that encrypts the codes is stored; `version` changes with every change of that key. */
export type LockRecord = { readonly id: 'lock'; readonly version: string } & (NoLock | PinLock | PasskeyLock)

/** Two windows that start at the same time get the same record. */
export async function readLock(): Promise<LockRecord> {
  const found = await findRecord<LockRecord>('settings', 'lock')
  return found ?? ensureRecord<LockRecord>('settings', await createOpenLock())
}

/** Without a lock, the key is stored beside the data; the browser does not export it. */
export async function createOpenLock(): Promise<LockRecord & NoLock> {
  return { ...newLock(), kind: 'none', key: await createVaultKey(false) }
}

export function newLock(): { id: 'lock'; version: string } {
  return { id: 'lock', version: crypto.randomUUID() }
}
