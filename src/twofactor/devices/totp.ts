import { createMac } from '../../kernel/base/mac.ts'
import { toBase32 } from '../../kernel/text/base32.ts'

const STEP_SECONDS = 30
const DIGITS = 6

/** The password of each counter (RFC 4226 §5.3). */
export function createHotp(seed: Uint8Array, digits: number = DIGITS): (counter: number) => string {
  const mac = createMac('sha1', seed)
  const message = Buffer.allocUnsafe(8)
  return (counter) => {
    message.writeUInt32BE(Math.floor(counter / 2 ** 32), 0)
    message.writeUInt32BE(counter % 2 ** 32, 4)
    const bytes = Buffer.from(mac(message, 'binary'), 'binary')
    const truncated = bytes.readUInt32BE((bytes[bytes.length - 1] ?? 0) & 0xf) & 0x7fffffff
    return String(truncated % 10 ** digits).padStart(digits, '0')
  }
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
