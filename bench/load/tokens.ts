import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** A whole POST /key request with the fingerprint of the fresh key that signed it. */
export type Token = { fingerprint: string; request: Buffer }

const header = encode({ alg: 'EdDSA', typ: 'JWT' })
const LIFETIME_SECONDS = 300

export function createToken(aud: string): Token {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const iat = Math.floor(Date.now() / 1000)
  const input = `${header}.${encode({ sub: x, iat, exp: iat + LIFETIME_SECONDS, aud })}`
  const token = `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`
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

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
