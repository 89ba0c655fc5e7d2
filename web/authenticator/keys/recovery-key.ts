import { createKey, type DeviceKey, describeKey } from './device-key.ts'

/** A key that is written to a recovery file and nowhere else. It can move an identity to a new device, or end it. */
export async function createRecoveryKey(): Promise<{ key: DeviceKey; jwk: JsonWebKey }> {
  const { privateKey, publicKey } = await createKey({ extractable: true })
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  const jwk = { kty, crv, x, ...(y === undefined ? {} : { y }), d } as JsonWebKey
  return { key: await describeKey(privateKey, publicKey), jwk }
}

/** The key of an opened recovery file, from which it cannot be read again. */
export async function importRecoveryKey(jwk: JsonWebKey): Promise<DeviceKey> {
  const algorithm = jwk.kty === 'OKP' ? 'Ed25519' : { name: 'ECDSA', namedCurve: 'P-256' }
  const { d: _private, ...open } = jwk
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', open, algorithm, true, ['verify']),
  ])
  return describeKey(privateKey, publicKey)
}
