import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import type { Random } from '../base/random.ts'
import type { Recipient } from './recipient.ts'

const RECORD_BYTES = 4096
const SALT_BYTES = 16
const TAG_BYTES = 16
const HEADER_BYTES = SALT_BYTES + 4 + 1 + 65
/** Marks the last record (RFC 8188 §2); zeros may follow. */
const DELIMITER = 2
/** RFC 8291 §4: a message is one record, in a body of 4096 bytes at most. */
const LONGEST = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1

type Encryption = {
  readonly random: Random
  /** A text is padded to this length, so that its own length reveals nothing. */
  readonly length?: number
  /** A key pair for one message only; created if left out. */
  readonly sender?: ECDH
}

/** RFC 8291: encrypts a push message, in the content coding `aes128gcm` of RFC 8188. */
export function encryptMessage(text: string, recipient: Recipient, encryption: Encryption): Buffer {
  const { random, length = 0, sender = newSender() } = encryption
  const plain = Buffer.from(text)
  if (plain.length > LONGEST) throw new RangeError('the text is too long for a push message')
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  const { key, nonce } = deriveKeys(sender, recipient, salt)
  const padding = Buffer.alloc(Math.max(0, Math.min(length, LONGEST) - plain.length))
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const sealed = cipher.update(Buffer.concat([plain, Buffer.from([DELIMITER]), padding]))
  cipher.final()
  const publicKey = sender.getPublicKey()
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey, sealed, cipher.getAuthTag()])
}

function newSender(): ECDH {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return sender
}

/** RFC 8291 §3.4. */
function deriveKeys(sender: ECDH, { publicKey, auth }: Recipient, salt: Buffer) {
  const shared = sender.computeSecret(publicKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender.getPublicKey()])
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const expand = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${label}\0`, bytes))
  return { key: expand('aes128gcm', 16), nonce: expand('nonce', 12) }
}
