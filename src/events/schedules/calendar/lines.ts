import { cleanText } from '../base/text.ts'

const MAX_OCTETS = 75

/** RFC 5545 §3.3.11; line breaks and other control characters are never written verbatim. */
export function textLine(name: string, text: string): string {
  const escaped = cleanText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
  return `${name}:${escaped}`
}

/** For values that RFC 5545 does not escape, such as a URI. */
export function plainLine(name: string, value: string): string {
  return `${name}:${cleanText(value).replace(/\s+/g, '%20')}`
}

/** RFC 5545 §3.3.5, form 2 */
export function timeLine(name: string, at: number): string {
  return `${name}:${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** RFC 5545 §3.1: at most 75 octets per line, never splitting a character. */
export function fold(lines: string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function foldLine(line: string): string {
  if (line.length <= MAX_OCTETS && Buffer.byteLength(line) <= MAX_OCTETS) return line
  const pieces: string[] = []
  let [piece, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      pieces.push(piece)
      ;[piece, octets] = [' ', 1]
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}
