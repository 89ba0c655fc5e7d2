/** Normalises a text: only line feeds, no control characters except tab, no broken surrogates, no space at the ends. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .trim()
  )
}

/** Normalises a text of one line. */
export function cleanLine(text: string): string {
  const clean = cleanText(text)
  if (!clean.includes('\n')) return clean
  const lines = clean.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Reads a text from a value of any type: numbers are kept as written, and of translations one is chosen. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const translations = value as Record<string, unknown>
  const found = [translations.en, ...Object.values(translations)].find((text) => typeof text === 'string')
  return typeof found === 'string' ? cleanText(found) : ''
}

export function lineOf(value: unknown): string | null {
  return cleanLine(textOf(value)) || null
}
