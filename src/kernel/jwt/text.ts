import { TokenError } from './token-error.ts'

const MAX_TEXT_LENGTH = 512

/** Reads a registered name or identifier if present: short and never empty. */
export function readText(object: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = object[name]
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT_LENGTH) return value
  throw new TokenError('malformed', `Write ${name} as a text of 1 to ${MAX_TEXT_LENGTH} characters.`)
}
