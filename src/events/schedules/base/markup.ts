const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of an element from the source between its tags: nested markup is kept verbatim. */
export function textOfMarkup(source: string): string {
  if (!source.includes('<')) return decodeEntities(source)
  const pieces = source.split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->)/)
  const isMarkedUp = pieces.some((piece, index) => index % 2 === 0 && piece.includes('<'))
  return pieces
    .map((piece) => {
      if (piece.startsWith('<![CDATA[')) return piece.slice(9, -3)
      if (piece.startsWith('<!--')) return ''
      return isMarkedUp ? piece : decodeEntities(piece)
    })
    .join('')
}

/** XML 1.0 §4.1 and §4.6; unknown entities are kept verbatim. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  })
}
