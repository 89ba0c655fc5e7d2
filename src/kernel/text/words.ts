const LONGEST_WORD = 60

/** The distinct words of a text without case and accents; the same on every engine. */
export function splitWords(text: string): string[] {
  return [...new Set(listWords(text).map(shorten))]
}

/** Most texts are ASCII and need no decomposition, and an ASCII character class is much faster than a Unicode one. */
function listWords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false
  return true
}

function shorten(word: string): string {
  return word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('')
}

/** `030/1234567`: a slash between the digits of a phone number separates them like a space. */
export function spaceSlashes(phone: string): string {
  return phone.replaceAll(/(?<=\d)\s?\/\s?(?=\d)/g, ' ')
}

/** Folds a text for comparisons that ignore case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
