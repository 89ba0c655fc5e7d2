import { createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { KeyRow } from './key-file.ts'

const digestKey = randomBytes(32)

/** The row and the answer of a self-signed token, or undefined where the signature is wrong. */
export function readRegistration(token: string): { row: KeyRow; answer: string } | undefined {
  const end = token.lastIndexOf('.')
  const payload = Buffer.from(token.slice(token.indexOf('.') + 1, end), 'base64url')
  const { sub: x } = JSON.parse(payload.toString()) as { sub: string }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  if (!verify(null, Buffer.from(token.slice(0, end), 'latin1'), key, signature)) return undefined
  const fingerprint = createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    .digest('base64url')
  const secret = randomBytes(24).toString('base64url')
  const secret_digest = createHmac('sha256', digestKey).update(secret).digest('base64url')
  const created_at = Date.now()
  const since = new Date(created_at).toISOString()
  return {
    row: { fingerprint, jwk: JSON.stringify(jwk), secret_digest, created_at },
    answer: JSON.stringify({ status: 'registered', fingerprint, sub: fingerprint, secret, since }),
  }
}
