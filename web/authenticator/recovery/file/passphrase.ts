/** Without letters and digits that look alike. There are 32 of them, so a letter is worth five bits. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 6
const GROUP_LENGTH = 4
export const PASSPHRASE_LENGTH = 12

/** 120 random bits in six groups: `k7dm-3xqa-…`. */
export function suggestPassphrase(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length] ?? '')
  return Array.from({ length: GROUPS }, (_group, at) =>
    letters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

/** The same letters may be typed in several ways, and a pasted passphrase may end with a space. */
export function plainPassphrase(typed: string): string {
  return typed.trim().normalize('NFC')
}

/** Easy to guess, however long: the same few characters over and over. */
export function isSimple(passphrase: string): boolean {
  return new Set(passphrase).size < 5
}
