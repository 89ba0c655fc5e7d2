const ID_BYTES = 16
/** Three ids are 48 bytes, which are exactly 64 characters of Base64, so a part can be decoded without the rest. */
const [TRIPLE, TRIPLE_CHARACTERS] = [3, 64]

/** Decodes ids as the server packs them, a few at a time, so that holding a hundred thousand is cheap. */
export function readPackedIds(packed: string, first: number, end: number): string[] {
  const start = Math.floor(first / TRIPLE)
  const part = packed.slice(start * TRIPLE_CHARACTERS, Math.ceil(end / TRIPLE) * TRIPLE_CHARACTERS)
  const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  const ids: string[] = []
  for (let at = first - start * TRIPLE; at < end - start * TRIPLE; at += 1) {
    const own = bytes.slice(at * ID_BYTES, (at + 1) * ID_BYTES)
    if (own.length === ID_BYTES) ids.push(formatId(own))
  }
  return ids
}

function formatId(bytes: string): string {
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
