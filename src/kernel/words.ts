const LONGEST_WORD = 60

/** The words of a text without case and accents, each once: the same on every engine. */
export function splitWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return [...new Set(words.map((word) => [...word].slice(0, LONGEST_WORD).join('')))]
}

/** How texts are compared where case does not matter. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
