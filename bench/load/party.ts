import { createHash, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Someone with an Ed25519 key: a person's device or an application. */
export type Party = {
  readonly fingerprint: string
  /** The public key, as the smallest token names it. */
  readonly raw: string
  /** A token with everything that a write needs, and the members given. */
  token(members: Readonly<Record<string, unknown>>): string
}

const header = encode({ alg: 'EdDSA', typ: 'JWT' })
const LIFETIME_SECONDS = 300
let tokens = 0

export function createParty(aud: string): Party {
  const key = createKey()
  const { x: raw = '' } = key.export({ format: 'jwk' })
  const fingerprint = createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${raw}"}`)
    .digest('base64url')
  return {
    fingerprint,
    raw,
    token(members) {
      const iat = Math.floor(Date.now() / 1000)
      tokens += 1
      const usual = {
        sub: fingerprint,
        aud,
        iat,
        exp: iat + LIFETIME_SECONDS,
        jti: `${process.pid}-${tokens}`,
      }
      const input = `${header}.${encode({ ...usual, ...members })}`
      return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
    },
  }
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
