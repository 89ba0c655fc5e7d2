import type { CodeAccount } from '../store/records.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The key URI format, which every authenticator reads. */
export function writeOtpauth({ issuer, label, seed, digits, period, algorithm }: CodeAccount): string {
  // A colon ends the issuer of the label; the parameter tells it whole.
  const names = [issuer.replaceAll(':', ' '), label].filter((name) => name !== '').map(encodeURIComponent)
  const parameters = new URLSearchParams({
    secret: toBase32(seed),
    ...(issuer === '' ? {} : { issuer }),
    algorithm: algorithm.replace('-', ''),
    digits: String(digits),
    period: String(period),
  })
  return `otpauth://totp/${names.join(':')}?${parameters}`
}

/** RFC 4648 §6, without padding. */
function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
