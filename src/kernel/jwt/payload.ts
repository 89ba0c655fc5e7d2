import { readText } from './text.ts'
import { TokenError } from './token-error.ts'

/** The claims of RFC 7519 §4.1 with checked types; the caller must check all other members. */
export type TokenPayload = {
  readonly sub?: string
  readonly iss?: string
  readonly jti?: string
  readonly aud?: string | readonly string[]
  readonly exp?: number
  readonly nbf?: number
  readonly iat?: number
  readonly [name: string]: unknown
}

// The last second that RFC 3339 can express; a time given in milliseconds is far beyond it.
const LAST_SECOND = 253_402_300_799

export function readPayload(value: Readonly<Record<string, unknown>>): TokenPayload {
  for (const name of ['sub', 'iss', 'jti']) readText(value, name)
  for (const name of ['exp', 'nbf', 'iat']) checkNumericDate(value[name], name)
  checkAudienceType(value.aud)
  return value as TokenPayload
}

function checkNumericDate(value: unknown, name: string): void {
  if (value === undefined) return
  if (typeof value === 'number' && value >= 0 && value <= LAST_SECOND) return
  throw new TokenError('malformed', `Write ${name} as a number of seconds since 1970-01-01T00:00:00Z.`)
}

function checkAudienceType(value: unknown): void {
  if (value === undefined || typeof value === 'string') return
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return
  throw new TokenError('malformed', 'Write aud as a text or a list of texts.')
}
