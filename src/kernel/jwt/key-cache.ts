import { createCache } from '../base/cache.ts'
import { importPublicKey, type PublicJwk, thumbprint, type VerifyingKey } from './public-key.ts'

/**
 * Imported keys by thumbprint. A thumbprint determines its key, so entries never become stale; whether a key is
 * revoked is not stored here.
 */
export type KeyCache = {
  find(fingerprint: string): VerifyingKey | undefined
  importKey(jwk: PublicJwk): VerifyingKey
}

export function createKeyCache({ max }: { max: number }): KeyCache {
  const keys = createCache<VerifyingKey>({ max })
  return {
    find: (fingerprint) => keys.get(fingerprint),
    importKey(jwk) {
      const fingerprint = thumbprint(jwk)
      const known = keys.get(fingerprint)
      if (known) return known
      const key = importPublicKey(jwk)
      keys.set(fingerprint, key)
      return key
    },
  }
}
