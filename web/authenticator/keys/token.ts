import { toBase64url } from '../../../src/client/device/base64url.ts'
import { contentOf, type TokenMembers, type TokenOptions } from '../../../src/client/device/token.ts'
import type { DeviceKey } from './device-key.ts'
import { serverNow } from './server-time.ts'

const ID_BYTES = 16

/** A compact JWS with which the device authenticates to a service; `aud` names the service. */
export async function signToken(
  key: DeviceKey,
  members: TokenMembers,
  options: TokenOptions = {},
): Promise<string> {
  const id = toBase64url(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  const signed = writeContent(key, members, { ...options, now: serverNow(), id })
  const algorithm = key.algorithm === 'EdDSA' ? 'Ed25519' : { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, new TextEncoder().encode(signed))
  return `${signed}.${toBase64url(new Uint8Array(signature))}`
}

/** The part of a token that is signed. The same key, members and options always give the same text. */
export function writeContent(
  key: Omit<DeviceKey, 'privateKey'>,
  members: TokenMembers,
  options: Parameters<typeof contentOf>[2],
): string {
  const { header, payload } = contentOf(key, members, options)
  return `${encode({ alg: key.algorithm, ...header })}.${encode(payload)}`
}

function encode(value: unknown): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(value)))
}
