import { type Field, LONGEST_TEXT } from './definition.ts'
import { matchesPattern } from './patterns.ts'

/** A violated rule: a code for programs, and a message that follows the name of the answer. */
export type Breach = { code: string; message: string }

const LONGEST_LINE = 1_000

/** In code points, as JSON Schema counts characters. */
export function longestText({ type, validation }: Pick<Field, 'type' | 'validation'>): number {
  return validation.maxLength ?? (type === 'text' ? LONGEST_LINE : LONGEST_TEXT)
}

/** The length is checked first, so nothing else processes a text that is too long. */
export function checkText(field: Field, value: unknown, required: boolean): Breach | undefined {
  if (typeof value !== 'string') return { code: 'type', message: 'must be a text' }
  const { minLength = 0, pattern } = field.validation
  const longest = longestText(field)
  if (value.length > 2 * longest || lengthOf(value) > longest)
    return { code: 'maxLength', message: `must have at most ${longest} characters` }
  if (required && value === '') return { code: 'required', message: 'is required: it must not be empty' }
  if (lengthOf(value) < minLength)
    return { code: 'minLength', message: `must have at least ${minLength} characters` }
  if (value.includes('\0')) return { code: 'nul', message: 'must not contain the NUL character' }
  if (/\p{Surrogate}/u.test(value))
    return { code: 'surrogate', message: 'has half of a surrogate pair: send whole characters' }
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return { code: 'pattern', message: `must match the pattern ${pattern}` }
  return undefined
}

function lengthOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    // The second half of a surrogate pair is not counted as a character.
    const isSecond =
      (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    if (!isSecond) count += 1
  }
  return count
}
