import { createHmac } from 'node:crypto'
import { toBase32 } from '../../kernel/text/base32.ts'

const STEP_SECONDS = 30
const DIGITS = 6

/** RFC 4226 §5.3. */
export function hotp(seed: Uint8Array, counter: number, digits: number = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(message).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 0xf
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** RFC 6238 §4.2. */
export function stepAt(epochMs: number): number {
  return Math.floor(epochMs / 1000 / STEP_SECONDS)
}

export function otpauthUri({
  seed,
  issuer,
  label,
}: {
  seed: Uint8Array
  issuer: string
  label: string
}): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(label)}`
  return `otpauth://totp/${name}?secret=${toBase32(seed)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
