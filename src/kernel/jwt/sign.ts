import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { systemRandom } from '../base/random.ts'
import { type PublicJwk, readPublicJwk } from './public-key.ts'

export type PrivateJwk = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly d: string
}

type KeyPair = { publicJwk: PublicJwk; privateJwk: PrivateJwk }

type TokenContent = {
  readonly header: { readonly typ: string } & ({ readonly kid: string } | { readonly jwk: PublicJwk })
  readonly payload: Readonly<Record<string, unknown>>
}

/** Import a signing key once and keep it: signing with a JWK imports it for every token. */
export function importPrivateKey(jwk: PrivateJwk): KeyObject {
  return createPrivateKey({ key: { ...jwk }, format: 'jwk' })
}

/**
 * Signs a compact JWS (RFC 7515 §7.1) with EdDSA. Synchronously, because the thread pool would add half to the cost
 * of a token.
 */
export function signCompact(by: KeyObject | PrivateJwk, { header, payload }: TokenContent): string {
  const key = 'kty' in by ? importPrivateKey(by) : by
  const signed = `${encode({ alg: 'EdDSA', ...header })}.${encode(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

function encode(part: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** The fixed start of an Ed25519 private key in PKCS #8 (RFC 8410 §7); the key's 32 bytes follow. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Does not use `generateKeyPairSync`: on Node 20, exporting a key that it created can hang the process forever, if
 * the garbage collector ends the generation during the export.
 */
export function generateEd25519(): KeyPair {
  return ed25519From(systemRandom.bytes(32))
}

/**
 * Any 32 bytes are a private key (RFC 8032 §5.1.5). PKCS #8 needs no public key; a JWK does, and Node 26 checks it.
 */
export function ed25519From(seed: Buffer): KeyPair {
  const d = seed.toString('base64url')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('node:crypto exported an incomplete Ed25519 key')
  return {
    publicJwk: readPublicJwk({ kty: 'OKP', crv: 'Ed25519', x }),
    privateJwk: { kty: 'OKP', crv: 'Ed25519', x, d },
  }
}
