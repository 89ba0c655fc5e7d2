import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const key = randomBytes(32)

/** AES-256-GCM: what the contracts want encrypted at rest is. */
export function seal(text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

export function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(-16))
  return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
}

export function digest(text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
