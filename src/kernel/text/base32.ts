const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Digits that the alphabet leaves out because they look like these letters. */
const misread: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '8': 'B' }

/**
 * Decodes RFC 4648 §6 as people and apps write it: lower case, in groups, with or without padding. Spare bits at the
 * end are ignored, since real secrets have them. Undefined for any other character.
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const letters = text
    .replace(/[\s-]/g, '')
    .replace(/=+$/, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[018]/g, (digit) => misread[digit] ?? digit)
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8))
  let [bits, held, at] = [0, 0, 0]
  for (const letter of letters) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return undefined
    bits = ((bits << 5) | value) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    bytes[at++] = (bits >> held) & 0xff
  }
  return bytes
}

/** RFC 4648 §6, without padding, as in otpauth links. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
