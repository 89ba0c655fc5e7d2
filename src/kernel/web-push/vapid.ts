import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** A P-256 key pair that identifies an application server to push services (RFC 8292). */
export type VapidJwk = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}

export type VapidKey = {
  /** Uncompressed, in base64url: the `applicationServerKey` that a browser subscribes with. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const COORDINATE_BYTES = 32
/** RFC 8292 §2 allows a day at most. */
const LIFETIME_SECONDS = 12 * 3600

/** Does not use `generateKeyPairSync`: on Node 20, exporting a key that it created can hang the process forever. */
export function generateVapidJwk(): VapidJwk {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const secret = pair.getPrivateKey()
  // ECDH omits leading zeros.
  const d = Buffer.concat([Buffer.alloc(COORDINATE_BYTES - secret.length), secret])
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)]
  return { kty: 'EC', crv: 'P-256', x: text(x), y: text(y), d: text(d) }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

export function importVapidKey(jwk: VapidJwk): VapidKey {
  const [x, y] = [Buffer.from(jwk.x, 'base64url'), Buffer.from(jwk.y, 'base64url')]
  return {
    publicKey: Buffer.concat([Buffer.from([4]), x, y]).toString('base64url'),
    privateKey: createPrivateKey({ key: { ...jwk }, format: 'jwk' }),
  }
}

type VapidClaims = {
  /** The subscription's endpoint: the token is valid only for its origin. */
  readonly endpoint: string
  readonly now: number
  /** How the push service's operator can reach this server's operator: `https:` or `mailto:`. */
  readonly contact?: string | undefined
}

/** The `Authorization` header (RFC 8292 §3). */
export function vapidAuthorization(key: VapidKey, { endpoint, now, contact }: VapidClaims): string {
  const payload = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + LIFETIME_SECONDS,
    ...(contact === undefined ? {} : { sub: contact }),
  }
  const input = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(payload)}`
  // RFC 7518 §3.4: both halves of the signature, concatenated.
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${input}.${signature.toString('base64url')}, k=${key.publicKey}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
