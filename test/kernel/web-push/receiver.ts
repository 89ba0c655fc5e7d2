import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser keeps of its subscription. */
export type Receiver = { readonly ecdh: ECDH; readonly auth: Buffer }

export function newReceiver(): Receiver & { keys: { p256dh: string; auth: string } } {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { ecdh, auth, keys }
}

/** The other side of RFC 8291: reads a body of one record as a browser does. */
export function decryptMessage(body: Buffer, { ecdh, auth }: Receiver): string {
  const salt = body.subarray(0, 16)
  const senderEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, senderEnd)
  if (body.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const expand = (label: string, bytes: number) => Buffer.from(hkdfSync('sha256', ikm, salt, label, bytes))
  const decipher = createDecipheriv(
    'aes-128-gcm',
    expand('Content-Encoding: aes128gcm\0', 16),
    expand('Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(senderEnd, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no delimiter')
  return padded.subarray(0, end).toString()
}
