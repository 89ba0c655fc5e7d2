/** 3GPP TS 23.038 §6.2.1: a letter's position is its code. The escape at 0x1b is not a letter. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\0ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

const extension: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}

export const ESCAPE = 0x1b

const codes = new Map<string, readonly number[]>([
  ...[...basic].flatMap((letter, code) => (letter === '\0' ? [] : [[letter, [code]] as const])),
  ...Object.entries(extension).map(([letter, code]) => [letter, [ESCAPE, code]] as const),
])

/** Encodes a text, one code per octet; undefined if a letter is not in the alphabet. */
export function encodeGsm(text: string): Buffer | undefined {
  const octets: number[] = []
  for (const letter of text) {
    const code = codes.get(letter)
    if (code === undefined) return undefined
    octets.push(...code)
  }
  return Buffer.from(octets)
}
