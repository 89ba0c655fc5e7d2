import { type BinaryToTextEncoding, createHmac, hash } from 'node:crypto'

const BLOCK_BYTES = 64
const SHORT_BYTES = 256
const sizes = { sha1: 20, sha256: 32 }

/**
 * HMAC (RFC 2104) under a key that is used more than once, of messages that are usually short. Takes half to two thirds of
 * the time of `createHmac`, which creates a stream for each message. All calls share two buffers.
 */
export function createMac(
  algorithm: keyof typeof sizes,
  key: Uint8Array,
): (message: string | Buffer, encoding: BinaryToTextEncoding) => string {
  if (key.length > BLOCK_BYTES) throw new RangeError(`the key has at most ${BLOCK_BYTES} bytes`)
  const inner = padded(key, 0x36, SHORT_BYTES)
  const outer = padded(key, 0x5c, sizes[algorithm])
  return (message, encoding) => {
    const length = Buffer.byteLength(message)
    if (length > SHORT_BYTES) return createHmac(algorithm, key).update(message).digest(encoding)
    if (typeof message === 'string') inner.write(message, BLOCK_BYTES)
    else message.copy(inner, BLOCK_BYTES)
    outer.write(hash(algorithm, inner.subarray(0, BLOCK_BYTES + length), 'binary'), BLOCK_BYTES, 'binary')
    return hash(algorithm, outer, encoding)
  }
}

function padded(key: Uint8Array, pad: number, room: number): Buffer {
  // A separate buffer would take longer to create than one message to hash.
  const bytes = Buffer.allocUnsafe(BLOCK_BYTES + room).fill(pad)
  for (let index = 0; index < key.length; index += 1) bytes[index] = (key[index] ?? 0) ^ pad
  return bytes
}
