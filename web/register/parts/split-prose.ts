type Part = { readonly text: string; readonly isLink: boolean }

/** Blank lines part paragraphs. */
export function splitParagraphs(written: string): string[] {
  return written
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/)
}

/** Ends at white space, at signs that no address has, and at invisible ones that could reverse what is read. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»\p{C}]+/gu
/** Belongs to the sentence rather than to the address. */
const TAIL = /[.,;:!?'’*_]+$/

/** Web addresses in a text, and what is between them. Together, the parts are the whole text. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimAddress(found)
    if (!isSafe(address)) continue
    parts.push({ text: text.slice(from, index), isLink: false }, { text: address, isLink: true })
    from = index + address.length
  }
  parts.push({ text: text.slice(from), isLink: false })
  return parts.filter((part) => part.text !== '')
}

/** A closing bracket belongs to the address only if it was opened in it. */
function trimAddress(found: string): string {
  const trimmed = found.replace(TAIL, '')
  const isClosed = /[)\]]$/.test(trimmed) && !/[([]/.test(trimmed)
  return isClosed ? trimAddress(trimmed.slice(0, -1)) : trimmed
}

/** `https://bank.example@evil.example` looks like an address of the bank, so it stays plain text. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
