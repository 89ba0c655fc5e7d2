import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect } from 'vitest'
import { type CompactToken, parseCompact } from '../../../src/kernel/jwt/compact.ts'
import { type PublicJwk, readPublicJwk } from '../../../src/kernel/jwt/public-key.ts'
import { TokenError, type TokenErrorCode } from '../../../src/kernel/jwt/token-error.ts'

export type Signer = { jwk: PublicJwk; privateKey: KeyObject; alg: 'EdDSA' | 'ES256' }

export function newSigner(alg: Signer['alg'] = 'EdDSA'): Signer {
  const pair =
    alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { jwk: readPublicJwk(pair.publicKey.export({ format: 'jwk' })), privateKey: pair.privateKey, alg }
}

export function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** A token of any header and payload, JSON text or value, signed with the signer's own algorithm. */
export function signToken(
  by: Signer,
  payload: unknown = { sub: 'me' },
  header: unknown = { alg: by.alg },
): string {
  const input = `${encode(header)}.${encode(payload)}`
  const digest = by.alg === 'ES256' ? 'sha256' : null
  const signature = sign(digest, Buffer.from(input), { key: by.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

/** The token with another signature: what parsing alone would let through. */
export function withSignature(token: CompactToken, signature: Uint8Array): CompactToken {
  const [header, payload] = token.text.split('.')
  return parseCompact(`${header}.${payload}.${Buffer.from(signature).toString('base64url')}`)
}

export function codeOf(run: () => unknown): TokenErrorCode | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(TokenError)
    return (error as TokenError).code
  }
}

export async function rejectionOf(running: Promise<unknown>): Promise<TokenErrorCode | undefined> {
  const error = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return codeOf(() => {
    if (error) throw error
  })
}
