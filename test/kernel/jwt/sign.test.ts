import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { parseCompact } from '../../../src/kernel/jwt/compact.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { ed25519From, generateEd25519, importPrivateKey, signCompact } from '../../../src/kernel/jwt/sign.ts'
import { verifySignature } from '../../../src/kernel/jwt/verify.ts'
import { rejectionOf } from './tokens.ts'

const content = { header: { typ: 'claim+jwt', kid: 'k1' }, payload: { iss: 'here', sub: 'me', jti: 'a' } }

it('signs what it verifies, from a JWK and from an imported key alike', async () => {
  const { publicJwk, privateJwk } = generateEd25519()
  const text = await signCompact(privateJwk, content)
  expect(await signCompact(importPrivateKey(privateJwk), content)).toBe(text)
  const token = parseCompact(text)
  expect(token.header).toStrictEqual({ alg: 'EdDSA', typ: 'claim+jwt', kid: 'k1', jwk: undefined })
  expect(token.payload).toStrictEqual(content.payload)
  expect(await rejectionOf(verifySignature(token, publicJwk))).toBeUndefined()
  expect(await rejectionOf(verifySignature(token, generateEd25519().publicJwk))).toBe('signature')
})

it('signs what another library verifies against a JWKS', async () => {
  const { publicJwk, privateJwk } = generateEd25519()
  const keys = createLocalJWKSet({
    keys: [{ ...publicJwk, kid: thumbprint(publicJwk), alg: 'EdDSA', use: 'sig' }],
  })
  const text = await signCompact(privateJwk, {
    ...content,
    header: { typ: 'claim+jwt', kid: thumbprint(publicJwk) },
  })
  const { payload } = await jwtVerify(text, keys, { typ: 'claim+jwt', issuer: 'here', subject: 'me' })
  expect(payload).toStrictEqual(content.payload)
})

it('generates a new pair each time, the public half without private members', () => {
  const [first, second] = [generateEd25519(), generateEd25519()]
  expect(Object.keys(first.publicJwk)).toStrictEqual(['kty', 'crv', 'x'])
  expect(first.privateJwk.x).toBe(first.publicJwk.x)
  expect(first.privateJwk.d).not.toBe(second.privateJwk.d)
})

it('derives the public half of RFC 8032 §7.1, and Node imports the pair', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const { publicJwk, privateJwk } = ed25519From(seed)
  const known = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
  expect(Buffer.from(publicJwk.x, 'base64url').toString('hex')).toBe(known)
  expect(importPrivateKey(privateJwk).asymmetricKeyType).toBe('ed25519')
})
