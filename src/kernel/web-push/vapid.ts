import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** A P-256 key pair by which an application server is known to push services (RFC 8292). */
export type VapidJwk = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}

export type VapidKey = {
  /** Uncompressed, in base64url: `applicationServerKey` of a browser that subscribes. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const COORDINATE_BYTES = 32
/** RFC 8292 §2: a day at most. */
const LIFETIME_SECONDS = 12 * 3600

/** Not by `generateKeyPairSync`: on Node 20 the export of a key that it made can hang the process for good. */
export function generateVapidJwk(): VapidJwk {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const secret = pair.getPrivateKey()
  // Leading zeros are left out of it.
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
  /** The address of the subscription: the token is good for its origin alone. */
  readonly endpoint: string
  readonly now: number
  /** Where whoever runs the push service reaches whoever runs this server: `https:` or `mailto:`. */
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
  // RFC 7518 §3.4: both halves of the signature one behind the other.
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${input}.${signature.toString('base64url')}, k=${key.publicKey}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
