import type { TokenPayload } from './payload.ts'
import { TokenError } from './token-error.ts'

export type TimeRules = {
  /** The current time in epoch milliseconds. */
  readonly now: number
  readonly skewSeconds?: number
  readonly requireIat?: boolean
  readonly maxAgeSeconds?: number
}

const LONGEST_LIFE_SECONDS = 10 * 365 * 86_400

/**
 * RFC 7519 §4.1.4 to §4.1.6. The allowed clock skew applies to exp, nbf and an iat in the future, but never to the
 * maximum age.
 */
export function checkTimes({ exp, nbf, iat }: TokenPayload, rules: TimeRules): void {
  const { skewSeconds = 60 } = rules
  const now = rules.now / 1000
  if (exp !== undefined && now >= exp + skewSeconds)
    throw new TokenError('expired', 'The token has expired. Sign a new one.')
  if (exp !== undefined && exp > now + LONGEST_LIFE_SECONDS)
    throw new TokenError('time', 'The exp of the token lies too far ahead. Sign one that expires sooner.')
  if (nbf !== undefined && now < nbf - skewSeconds)
    throw new TokenError('not-yet', 'The token is not valid yet. Send it after its nbf.')
  checkAge(iat, now, { ...rules, skewSeconds })
}

function checkAge(iat: number | undefined, now: number, rules: TimeRules & { skewSeconds: number }): void {
  if (iat === undefined) {
    if (rules.requireIat) throw new TokenError('time', 'Give the time of signing in iat.')
    return
  }
  if (iat > now + rules.skewSeconds)
    throw new TokenError('time', 'The iat of the token lies in the future. Set the clock of the signer.')
  if (rules.maxAgeSeconds !== undefined && now > iat + rules.maxAgeSeconds)
    throw new TokenError('expired', 'The token was signed too long ago by its iat. Sign a new one.')
}

/** RFC 7519 §4.1.3: compared exactly as written. */
export function checkAudience(
  { aud }: TokenPayload,
  expected: string,
  { required }: { readonly required: boolean },
): void {
  if (aud === undefined && !required) return
  if (typeof aud === 'string' ? aud === expected : aud?.includes(expected)) return
  throw new TokenError('audience', "Name this issuer's base address in aud.")
}
