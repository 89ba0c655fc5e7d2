import { ECDH } from 'node:crypto'
import { decodeBase64url } from '../jwt/base64url.ts'

/** The keys that a message is encrypted with: the browser's uncompressed P-256 key and its shared secret. */
export type Recipient = { readonly publicKey: Buffer; readonly auth: Buffer }

const UNCOMPRESSED_BYTES = 65
const AUTH_BYTES = 16

/** Reads `keys` of a push subscription (W3C Push API §8.1); undefined if they cannot be used for encryption. */
export function readRecipient(keys: { p256dh: string; auth: string }): Recipient | undefined {
  const publicKey = decode(keys.p256dh)
  const auth = decode(keys.auth)
  if (auth?.length !== AUTH_BYTES || publicKey?.length !== UNCOMPRESSED_BYTES) return undefined
  return isOnCurve(publicKey) ? { publicKey, auth } : undefined
}

/** Accepts padding, which some browsers add. */
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
