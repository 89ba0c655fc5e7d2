import { toBase64url } from '../../../src/client/device/base64url.ts'
import type { DeviceIdentity } from '../../../src/client/device/token.ts'

type PublicJwk = DeviceIdentity['jwk']

export type DeviceKey = DeviceIdentity & {
  /** It cannot be read, not even by this app: the browser signs with it. */
  readonly privateKey: CryptoKey
  readonly algorithm: 'EdDSA' | 'ES256'
}

/** Ed25519 where the browser has it, P-256 otherwise. */
export async function createDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await generate()
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const isEd25519 = kty === 'OKP'
  const jwk = (isEd25519 ? { kty, crv, x } : { kty, crv, x, y }) as PublicJwk
  return {
    privateKey,
    jwk,
    thumbprint: await thumbprintOf(jwk),
    algorithm: isEd25519 ? 'EdDSA' : 'ES256',
  }
}

async function generate(): Promise<CryptoKeyPair> {
  try {
    const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
    // Some browsers make such a key and cannot keep it: storing clones it.
    structuredClone(pair.privateKey)
    return pair
  } catch {
    return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  }
}

/** RFC 7638: the members that make the key, in the order of their names. */
async function thumbprintOf(jwk: PublicJwk): Promise<string> {
  const { crv, kty, x } = jwk
  const members = jwk.kty === 'EC' ? { crv, kty, x, y: jwk.y } : { crv, kty, x }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(members)))
  return toBase64url(new Uint8Array(digest))
}
