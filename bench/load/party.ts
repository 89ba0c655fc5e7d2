import { createHash, sign } from 'node:crypto'
import { generateEd25519, importPrivateKey } from '../../src/kernel/jwt/sign.ts'

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
  const { publicJwk, privateJwk } = generateEd25519()
  const key = importPrivateKey(privateJwk)
  const raw = publicJwk.x
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

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
