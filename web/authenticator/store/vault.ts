const IV_BYTES = 12

/** The stored form of an encrypted record, readable only while unlocked. */
export type SealedRecord = { readonly id: string; readonly iv: Uint8Array; readonly sealed: ArrayBuffer }

export function createVaultKey(extractable: boolean): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, extractable, ['encrypt', 'decrypt'])
}

/** The id is authenticated with the content, so one record cannot be swapped for another. */
export async function sealRecord(key: CryptoKey, id: string, contents: Uint8Array): Promise<SealedRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(parameters(iv, id), key, contents as BufferSource)
  return { id, iv, sealed }
}

export async function openRecord(
  key: CryptoKey,
  { id, iv, sealed }: SealedRecord,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(parameters(iv, id), key, sealed))
}

function parameters(iv: Uint8Array, id: string) {
  return { name: 'AES-GCM', iv: iv as BufferSource, additionalData: new TextEncoder().encode(id) }
}
