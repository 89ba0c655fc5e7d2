import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { decodeBase64url } from './base64url.ts'
import { TokenError } from './token-error.ts'
import { checkEd25519Curve, checkEd25519Encoding, checkP256Point } from './weak-keys.ts'

type Ed25519PublicJwk = { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
type P256PublicJwk = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

export type PublicJwk = Ed25519PublicJwk | P256PublicJwk

export type VerifyingKey = { readonly crv: PublicJwk['crv']; readonly key: KeyObject }

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

/**
 * The public key with only its required members (RFC 7638 §3.2). An Ed25519 key may still be off the curve: `checkCurve`
 * finds out.
 */
export function readPublicJwk(value: unknown): PublicJwk {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Give the public key as a JWK object.')
  const jwk = value as Readonly<Record<string, unknown>>
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name)))
    throw invalid('The JWK holds private members. Send the public part only, and replace this key pair.')
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') {
    checkEd25519Encoding(decodeCoordinate(jwk.x))
    return { kty: 'OKP', crv: 'Ed25519', x: jwk.x as string }
  }
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') {
    checkP256Point(decodeCoordinate(jwk.x), decodeCoordinate(jwk.y))
    return { kty: 'EC', crv: 'P-256', x: jwk.x as string, y: jwk.y as string }
  }
  throw invalid('Use an Ed25519 key (kty OKP, crv Ed25519) or a P-256 key (kty EC, crv P-256).')
}

/** Throws if the key is not a point of its curve. For P-256, `readPublicJwk` has checked this already. */
export function checkCurve(jwk: PublicJwk): void {
  if (jwk.crv === 'Ed25519') checkEd25519Curve(decodeCoordinate(jwk.x))
}

/** An Ed25519 key given as the base64url text of its 32 bytes. */
export function rawEd25519ToJwk(raw: string): PublicJwk {
  return readPublicJwk({ kty: 'OKP', crv: 'Ed25519', x: raw })
}

/** RFC 7638 with SHA-256: the required members in lexicographic order. */
export function thumbprint(jwk: PublicJwk): string {
  const members =
    jwk.kty === 'EC'
      ? { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }
      : { crv: jwk.crv, kty: jwk.kty, x: jwk.x }
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}

/** 32 bytes in canonical base64url: the last character has only four bits of them, so its others are 0. */
const fingerprint = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/** Whether the text can be a thumbprint or a raw Ed25519 key. */
export function isFingerprint(text: string): boolean {
  return fingerprint.test(text)
}

/**
 * Whether an identifier (`sub`, `iss`, `kid`) refers to this key, by thumbprint or as a raw Ed25519 key. A thumbprint
 * that is known already need not be computed again.
 */
export function namesKey(identifier: string, jwk: PublicJwk, fingerprint = thumbprint(jwk)): boolean {
  return identifier === fingerprint || (jwk.crv === 'Ed25519' && identifier === jwk.x)
}

export function importPublicKey(jwk: PublicJwk): VerifyingKey {
  return { crv: jwk.crv, key: createPublicKey({ key: { ...jwk }, format: 'jwk' }) }
}

function decodeCoordinate(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' && value.length === 43 ? decodeBase64url(value) : undefined
  if (!bytes) throw invalid('Write each coordinate of the JWK as 32 bytes in base64url without padding.')
  return bytes
}

function invalid(detail: string): TokenError {
  return new TokenError('invalid-key', detail)
}
