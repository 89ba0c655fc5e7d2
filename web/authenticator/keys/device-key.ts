import { toBase64url } from '../../../src/client/device/base64url.ts'
import type { DeviceIdentity } from '../../../src/client/device/token.ts'

type PublicJwk = DeviceIdentity['jwk']

export type DeviceKey = DeviceIdentity & {
  /** Not extractable, not even by this app: the browser signs with it. */
  readonly privateKey: CryptoKey
  readonly algorithm: 'EdDSA' | 'ES256'
}

/** Ed25519 if the browser supports it, otherwise P-256. */
export async function createDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await createKey({ extractable: false })
  return describeKey(privateKey, publicKey)
}

export async function createKey({ extractable }: { extractable: boolean }): Promise<CryptoKeyPair> {
  const uses = ['sign', 'verify'] as const
  try {
    const pair = (await crypto.subtle.generateKey('Ed25519', extractable, uses)) as CryptoKeyPair
    // Some browsers create Ed25519 keys but cannot store them: cloning fails.
    structuredClone(pair.privateKey)
    return pair
  } catch {
    return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, extractable, uses)
  }
}

/** A key with its public half and its name. */
export async function describeKey(privateKey: CryptoKey, publicKey: CryptoKey): Promise<DeviceKey> {
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

/** RFC 7638: the required members of the key, sorted by name. */
export async function thumbprintOf(jwk: PublicJwk): Promise<string> {
  const { crv, kty, x } = jwk
  const members = jwk.kty === 'EC' ? { crv, kty, x, y: jwk.y } : { crv, kty, x }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(members)))
  return toBase64url(new Uint8Array(digest))
}
