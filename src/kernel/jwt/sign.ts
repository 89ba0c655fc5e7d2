import { createPrivateKey, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'
import { systemRandom } from '../random.ts'
import { type PublicJwk, readPublicJwk } from './public-key.ts'

export type PrivateJwk = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly d: string
}

type TokenContent = {
  readonly header: { readonly typ: string; readonly kid: string }
  readonly payload: Readonly<Record<string, unknown>>
}

/** Import a signing key once and keep it: a JWK costs an import at every token. */
export function importPrivateKey(jwk: PrivateJwk): KeyObject {
  return createPrivateKey({ key: { ...jwk }, format: 'jwk' })
}

export function signCompact(by: KeyObject | PrivateJwk, { header, payload }: TokenContent): Promise<string> {
  const key = 'kty' in by ? importPrivateKey(by) : by
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: header.typ, kid: header.kid })
    .sign(key)
}

/** Any 32 bytes are a private key (RFC 8032 §5.1.5); the public half is derived, whatever `x` says. */
const DERIVED = 'A'.repeat(43)

/**
 * Not by `generateKeyPairSync`: on Node 20 the export of a key that it made can hang the process for good, when the
 * garbage collector ends the generation inside the export.
 */
export function generateEd25519(): { publicJwk: PublicJwk; privateJwk: PrivateJwk } {
  const d = systemRandom.bytes(32).toString('base64url')
  const { x } = importPrivateKey({ kty: 'OKP', crv: 'Ed25519', x: DERIVED, d }).export({ format: 'jwk' })
  if (x === undefined) throw new Error('node:crypto exported an incomplete Ed25519 key')
  return {
    publicJwk: readPublicJwk({ kty: 'OKP', crv: 'Ed25519', x }),
    privateJwk: { kty: 'OKP', crv: 'Ed25519', x, d },
  }
}
