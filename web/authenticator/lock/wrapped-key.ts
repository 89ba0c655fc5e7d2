import { createVaultKey, openRecord, type SealedRecord, sealRecord } from '../store/vault.ts'

const ID = 'vault-key'

/** Creates the key that encrypts the codes, itself encrypted with `wrapping`. */
export async function createWrappedKey(
  wrapping: CryptoKey,
): Promise<{ key: CryptoKey; wrapped: SealedRecord }> {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', await createVaultKey(true)))
  const wrapped = await sealRecord(wrapping, ID, raw)
  return { key: await importKey(raw), wrapped }
}

/** Undefined if `wrapping` is not the key that it was encrypted with. */
export async function openWrappedKey(
  wrapping: CryptoKey,
  wrapped: SealedRecord,
): Promise<CryptoKey | undefined> {
  const raw = await openRecord(wrapping, wrapped).catch(() => undefined)
  return raw === undefined ? undefined : importKey(raw)
}

function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
