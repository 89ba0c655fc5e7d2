import { createHash, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A whole POST /key request with the fingerprint of the fresh key that signed it. */
export type Token = { fingerprint: string; request: Buffer }

const header = encode({ alg: 'EdDSA', typ: 'JWT' })
const LIFETIME_SECONDS = 300

export function createToken(aud: string): Token {
  const key = createKey()
  const { x = '' } = key.export({ format: 'jwk' })
  const iat = Math.floor(Date.now() / 1000)
  const input = `${header}.${encode({ sub: x, iat, exp: iat + LIFETIME_SECONDS, aud })}`
  const token = `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
  const fingerprint = createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    .digest('base64url')
  const head = [
    'POST /issuer/key HTTP/1.1',
    'host: localhost',
    'content-type: application/jwt',
    `content-length: ${token.length}`,
  ].join('\r\n')
  return { fingerprint, request: Buffer.from(`${head}\r\n\r\n${token}`) }
}

/**
 * From a drawn seed; Node reckons the public half itself. Keys of generateKeyPairSync stop the process for good when
 * the garbage collector runs inside `export` (Node 20).
 */
function createKey(): KeyObject {
  const d = randomBytes(32).toString('base64url')
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), d }, format: 'jwk' })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
