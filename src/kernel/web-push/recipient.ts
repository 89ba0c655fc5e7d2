import { ECDH } from 'node:crypto'
import { decodeBase64url } from '../jwt/base64url.ts'

/** Whom a message is encrypted for: the browser's P-256 key, uncompressed, and the secret that it shares. */
export type Recipient = { readonly publicKey: Buffer; readonly auth: Buffer }

const UNCOMPRESSED_BYTES = 65
const AUTH_BYTES = 16

/** Reads `keys` of a push subscription (W3C Push API §8.1); undefined where nothing can be encrypted for them. */
export function readRecipient(keys: { p256dh: string; auth: string }): Recipient | undefined {
  const publicKey = decode(keys.p256dh)
  const auth = decode(keys.auth)
  if (auth?.length !== AUTH_BYTES || publicKey?.length !== UNCOMPRESSED_BYTES) return undefined
  return isOnCurve(publicKey) ? { publicKey, auth } : undefined
}

/** Some browsers pad. */
function decode(text: string): Buffer | undefined {
  return decodeBase64url(text.replace(/={1,2}$/, ''))
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1')
    return point[0] === 4
  } catch {
    return false
  }
}
