import { fromBase64url, toBase64url } from '../../../src/client/device/base64url.ts'
import type { DeviceKey } from './device-key.ts'
import { serverNow } from './server-time.ts'

const LIFETIME_SECONDS = 300
const ID_BYTES = 16

/** A compact JWS by which the device speaks to a service; `aud` names whom it is for. */
export async function signToken(
  key: DeviceKey,
  members: Readonly<Record<string, unknown>>,
  { withJwk = false }: { withJwk?: boolean } = {},
): Promise<string> {
  const iat = Math.floor(serverNow() / 1000)
  const jti = toBase64url(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  const header = {
    alg: key.algorithm,
    typ: 'JWT',
    ...(withJwk ? { jwk: key.jwk } : { kid: key.thumbprint }),
  }
  const payload = { sub: key.thumbprint, iat, exp: iat + LIFETIME_SECONDS, jti, ...members }
  const signed = `${encode(header)}.${encode(payload)}`
  const algorithm = key.algorithm === 'EdDSA' ? 'Ed25519' : { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, new TextEncoder().encode(signed))
  return `${signed}.${toBase64url(new Uint8Array(signature))}`
}

/** What a token says, believed as it stands: the issuer's own come from the issuer. */
export function readToken(token: string): Readonly<Record<string, unknown>> {
  const payload = new TextDecoder().decode(fromBase64url(token.split('.')[1] ?? ''))
  return JSON.parse(payload) as Record<string, unknown>
}

function encode(value: unknown): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(value)))
}
