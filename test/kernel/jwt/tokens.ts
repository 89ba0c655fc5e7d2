import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { expect } from 'vitest'
import { type CompactToken, parseCompact } from '../../../src/kernel/jwt/compact.ts'
import { type PublicJwk, readPublicJwk } from '../../../src/kernel/jwt/public-key.ts'
import { generateEd25519, importPrivateKey } from '../../../src/kernel/jwt/sign.ts'
import { TokenError, type TokenErrorCode } from '../../../src/kernel/jwt/token-error.ts'

export type Signer = { jwk: PublicJwk; privateKey: KeyObject; alg: 'EdDSA' | 'ES256' }

export function newSigner(alg: Signer['alg'] = 'EdDSA'): Signer {
  if (alg === 'EdDSA') {
    const { publicJwk, privateJwk } = generateEd25519()
    return { jwk: publicJwk, privateKey: importPrivateKey(privateJwk), alg }
  }
  // ECDH makes keys without a generation job, which Node 20 may wait for without end when such a key is exported.
  const point = createECDH('prime256v1')
  point.generateKeys()
  const [x, y] = [point.getPublicKey().subarray(1, 33), point.getPublicKey().subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const scalar = point.getPrivateKey()
  const d = Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString('base64url')
  const privateKey = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d },
    format: 'jwk',
  })
  return { jwk: readPublicJwk({ kty: 'EC', crv: 'P-256', x, y }), privateKey, alg }
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
