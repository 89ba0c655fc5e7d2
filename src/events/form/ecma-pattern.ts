import { createSizes } from './pattern-size.ts'

/** A pattern that JSON Schema allows and this server does not; the message is for the form's author. */
export class PatternRefusal extends Error {
  override readonly name = 'PatternRefusal'
}

const ESCAPE =
  /\\u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|\\u\{[^}]*\}|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\./
const TOKEN = new RegExp(`${ESCAPE.source}|\\[(?:\\\\.|[^\\]\\\\])*\\]|\\(\\?:?|\\{[^}]*\\}|.`, 'gsu')
const CLASS_TOKEN = new RegExp(`${ESCAPE.source}|.`, 'gsu')

const white =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const ink =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const plainTokens = new Map([
  ['.', '[^\\n\\r\\x{2028}\\x{2029}]'],
  ['(', '(?:'],
  ['\\s', `[${white}]`],
  ['\\S', `[${ink}]`],
])
const classTokens = new Map([
  ['[', '\\['],
  ['\\b', '\\x{8}'],
  ['\\s', white],
  ['\\S', ink],
])

/**
 * Translates a pattern from ECMA-262 to RE2 syntax with the same meaning, and estimates the number of instructions.
 * Throws a PatternRefusal.
 */
export function translatePattern(pattern: string): { source: string; size: number } {
  assertSyntax(pattern)
  const sizes = createSizes()
  const source = (pattern.match(TOKEN) ?? []).map((token) => {
    sizes.add(token)
    if (token === '(?') throw new PatternRefusal('has look-around, a flag or a named group: use plain groups')
    if (token.length > 1 && token.startsWith('[')) return translateClass(token)
    return plainTokens.get(token) ?? translateEscape(token)
  })
  return { source: source.join(''), size: sizes.total() }
}

/** Uses the engine's parser to check the syntax; the pattern is never run. */
function assertSyntax(pattern: string): void {
  try {
    new RegExp(pattern, 'u')
  } catch {
    throw new PatternRefusal('is no regular expression of ECMA-262 with the flag u')
  }
}

function translateClass(token: string): string {
  const open = token.startsWith('[^') ? '[^' : '['
  const body = token.slice(open.length, -1)
  if (body === '') throw new PatternRefusal('has an empty class: write [\\s\\S] for any character')
  const members = (body.match(CLASS_TOKEN) ?? []).map(
    (part) => classTokens.get(part) ?? translateEscape(part),
  )
  return `${open}${members.join('')}]`
}

function translateEscape(token: string): string {
  if (/^\\[1-9k]/.test(token)) throw new PatternRefusal('has a back reference: write out what it repeats')
  if (token === '\\0') return '\\x{0}'
  if (token.startsWith('\\c')) return codePoint(token.charCodeAt(2) % 32)
  if (token.startsWith('\\x')) return codePoint(Number.parseInt(token.slice(2), 16))
  if (token.startsWith('\\u{')) return codePoint(Number.parseInt(token.slice(3, -1), 16))
  if (!token.startsWith('\\u')) return token
  const units = token.split('\\u').slice(1)
  return codePoint(String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))).codePointAt(0) ?? 0)
}

function codePoint(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff)
    throw new PatternRefusal('has half of a surrogate pair: escape both halves')
  return `\\x{${code.toString(16)}}`
}
