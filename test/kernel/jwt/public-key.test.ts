import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  isFingerprint,
  namesKey,
  rawEd25519ToJwk,
  readPublicJwk,
  thumbprint,
} from '../../../src/kernel/jwt/public-key.ts'
import { codeOf, newSigner } from './tokens.ts'

// RFC 8037 appendix A.2 and A.3
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const FINGERPRINT = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'

const ed25519 = newSigner().jwk
const p256 = newSigner('ES256').jwk

/** The same bytes in the decoder's eyes: the last of 43 characters has two spare bits. */
function respell(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = `${text.slice(0, -1)}${alphabet[alphabet.indexOf(text.slice(-1)) + 1]}`
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(text, 'base64url'))
  return other
}

describe('thumbprint', () => {
  it('is the one of RFC 8037 appendix A.3', () => {
    expect(thumbprint(readPublicJwk({ kty: 'OKP', crv: 'Ed25519', x: X }))).toBe(FINGERPRINT)
  })

  it('agrees with jose on both key types', async () => {
    expect(thumbprint(ed25519)).toBe(await calculateJwkThumbprint({ ...ed25519 }))
    expect(thumbprint(p256)).toBe(await calculateJwkThumbprint({ ...p256 }))
  })

  it('is one identity for the raw key and the JWK', () => {
    expect(thumbprint(rawEd25519ToJwk(X))).toBe(FINGERPRINT)
    expect(namesKey(X, rawEd25519ToJwk(X))).toBe(true)
    expect(namesKey(FINGERPRINT, rawEd25519ToJwk(X))).toBe(true)
  })

  it('J8 names no other key, and a P-256 key not by its x', () => {
    expect(namesKey(thumbprint(p256), ed25519)).toBe(false)
    expect(namesKey(X, ed25519)).toBe(false)
    expect(namesKey(p256.x, p256)).toBe(false)
    expect(namesKey(thumbprint(p256), p256)).toBe(true)
  })
})

describe('isFingerprint', () => {
  it('accepts each last character exactly where 32 bytes end in it', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const last of alphabet) {
      const text = FINGERPRINT.slice(0, -1) + last
      expect(isFingerprint(text)).toBe(Buffer.from(text, 'base64url').toString('base64url') === text)
    }
  })

  it('accepts 43 canonical characters', () => {
    expect(isFingerprint(FINGERPRINT)).toBe(true)
    expect(isFingerprint(X)).toBe(true)
  })

  it.each([
    ['spare bits in the last character', respell(FINGERPRINT)],
    ['42 characters', FINGERPRINT.slice(1)],
    ['44 characters', `${FINGERPRINT}A`],
    ['padding', `${FINGERPRINT.slice(0, -1)}=`],
    ['a dot', `.${FINGERPRINT.slice(1)}`],
    ['nothing', ''],
  ])('refuses %s', (_what, text) => {
    expect(isFingerprint(text)).toBe(false)
  })
})

describe('readPublicJwk', () => {
  it('drops what the thumbprint does not need', () => {
    expect(readPublicJwk({ ...ed25519, y: X, kid: 'a', use: 'sig', ext: true })).toStrictEqual(ed25519)
    expect(readPublicJwk({ ...p256, alg: 'ES256', key_ops: ['verify'] })).toStrictEqual(p256)
  })

  it.each([
    ['no object', X],
    ['null', null],
    ['an array', [ed25519]],
    ['nothing in it', {}],
    ['a private Ed25519 key', { ...ed25519, d: X }],
    [
      'a private P-256 key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
    ],
    ['a private member without a value', { ...ed25519, d: null }],
    ['an RSA key', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })],
    ['a symmetric key', { kty: 'oct', k: X }],
    ['Ed448', generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' })],
    ['X25519', { ...ed25519, crv: 'X25519' }],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })],
    ['secp256k1', { ...p256, crv: 'secp256k1' }],
    ['a curve of the other type', { ...ed25519, kty: 'EC' }],
    ['no x', { kty: 'OKP', crv: 'Ed25519' }],
    ['no y', { kty: 'EC', crv: 'P-256', x: p256.x }],
    ['a number for x', { ...ed25519, x: 1 }],
    ['a list for x', { ...ed25519, x: [X] }],
    ['31 bytes', { ...ed25519, x: Buffer.alloc(31, 7).toString('base64url') }],
    ['33 bytes', { ...p256, x: `AA${p256.x}` }],
    ['padding', { ...ed25519, x: `${ed25519.x}=` }],
    ['a second spelling of x', { ...ed25519, x: respell(ed25519.x) }],
    ['a second spelling of y', { ...p256, y: respell(p256.crv === 'P-256' ? p256.y : '') }],
  ])('refuses %s', (_what, value) => {
    expect(codeOf(() => readPublicJwk(value))).toBe('invalid-key')
  })

  it('refuses a raw key that is not canonical', () => {
    expect(codeOf(() => rawEd25519ToJwk(respell(X)))).toBe('invalid-key')
  })
})
