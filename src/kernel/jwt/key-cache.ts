import { importPublicKey, type PublicJwk, thumbprint, type VerifyingKey } from './public-key.ts'

/** Imported keys by thumbprint. A thumbprint fixes its key, so entries never go stale; status is not kept. */
export type KeyCache = {
  readonly size: number
  find(fingerprint: string): VerifyingKey | undefined
  importKey(jwk: PublicJwk): VerifyingKey
}

export function createKeyCache({ max }: { max: number }): KeyCache {
  // A Map iterates in insertion order: the first entry is the one used longest ago.
  const keys = new Map<string, VerifyingKey>()

  function find(fingerprint: string): VerifyingKey | undefined {
    const key = keys.get(fingerprint)
    if (!key) return undefined
    keys.delete(fingerprint)
    keys.set(fingerprint, key)
    return key
  }

  function importKey(jwk: PublicJwk): VerifyingKey {
    const fingerprint = thumbprint(jwk)
    const known = find(fingerprint)
    if (known) return known
    const key = importPublicKey(jwk)
    keys.set(fingerprint, key)
    for (const oldest of keys.keys()) {
      if (keys.size <= max) break
      keys.delete(oldest)
    }
    return key
  }

  return {
    get size() {
      return keys.size
    },
    find,
    importKey,
  }
}
