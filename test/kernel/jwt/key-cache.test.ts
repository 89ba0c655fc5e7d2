import { expect, it } from 'vitest'
import { createKeyCache } from '../../../src/kernel/jwt/key-cache.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { newSigner } from './tokens.ts'

it('imports a key once and finds it by its thumbprint', () => {
  const cache = createKeyCache({ max: 2 })
  const { jwk } = newSigner()
  expect(cache.find(thumbprint(jwk))).toBeUndefined()
  const key = cache.importKey(jwk)
  expect(cache.importKey({ ...jwk })).toBe(key)
  expect(cache.find(thumbprint(jwk))).toBe(key)
})

it('drops the key that was used longest ago', () => {
  const cache = createKeyCache({ max: 2 })
  const [first, second, third] = [newSigner().jwk, newSigner('ES256').jwk, newSigner().jwk]
  cache.importKey(first)
  cache.importKey(second)
  cache.importKey(first)
  cache.importKey(third)
  expect(cache.find(thumbprint(second))).toBeUndefined()
  expect(cache.find(thumbprint(first))?.crv).toBe('Ed25519')
  expect(cache.find(thumbprint(third))?.crv).toBe('Ed25519')
})
