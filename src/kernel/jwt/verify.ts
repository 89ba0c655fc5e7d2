import { verify } from 'node:crypto'
import { hasSpareCore } from '../base/cores.ts'
import type { CompactToken } from './compact.ts'
import type { TokenAlgorithm } from './header.ts'
import { checkCurve, importPublicKey, type PublicJwk, type VerifyingKey } from './public-key.ts'
import { TokenError } from './token-error.ts'
import { isCanonicalEd25519Signature } from './weak-keys.ts'

const ALGORITHMS: Readonly<Record<PublicJwk['crv'], readonly TokenAlgorithm[]>> = {
  Ed25519: ['EdDSA', 'Ed25519'],
  'P-256': ['ES256'],
}

/** The key's type determines the algorithm (RFC 8725 §3.1); the header's `alg` only has to match it. */
export async function verifySignature(token: CompactToken, by: VerifyingKey | PublicJwk): Promise<void> {
  if (!(await isProven(token, 'kty' in by ? importPublicKey(by) : by))) throw unproven()
}

/** Verifies a token that brings its key along. If that key is off the curve, the error is about the key. */
export async function verifyWithOwnKey(token: CompactToken, jwk: PublicJwk): Promise<void> {
  if (await isProven(token, importPublicKey(jwk))) return
  checkCurve(jwk)
  throw unproven()
}

async function isProven(token: CompactToken, key: VerifyingKey): Promise<boolean> {
  if (!ALGORITHMS[key.crv].includes(token.header.alg))
    throw new TokenError('signature', 'Sign the token with the algorithm of the key that it names.')
  if (key.crv === 'Ed25519' && !isCanonicalEd25519Signature(token.signature)) return false
  const digest = key.crv === 'P-256' ? 'sha256' : null
  const by = { key: key.key, dsaEncoding: 'ieee-p1363' } as const
  const { signingInput, signature } = token
  if (!hasSpareCore()) return verify(digest, signingInput, by, signature)
  // With a callback, Node verifies in its thread pool. That uses all cores, but takes 20 to 30 µs more.
  return new Promise((resolve, reject) => {
    verify(digest, signingInput, by, signature, (error, proven) => (error ? reject(error) : resolve(proven)))
  })
}

function unproven(): TokenError {
  return new TokenError(
    'signature',
    'The signature does not prove the token: sign it with the key that it names.',
  )
}
