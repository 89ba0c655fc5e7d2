import type { Random } from '../../kernel/base/random.ts'

/** Without characters that are easily confused: 0 O, 1 I L, 5 S, 8 B, 2 Z, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 9

export function drawConfirmationNumber(random: Random): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < LENGTH) {
    for (const byte of random.bytes(LENGTH)) {
      if (byte < limit && text.length < LENGTH) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
