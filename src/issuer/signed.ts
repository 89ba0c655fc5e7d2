import type { Static, TObject } from 'typebox'
import type { Transaction } from '../kernel/database/database.ts'
import { checkAudience, checkTimes } from '../kernel/jwt/claims.ts'
import { type CompactToken, parseCompact } from '../kernel/jwt/compact.ts'
import { isFingerprint, namesKey, type PublicJwk } from '../kernel/jwt/public-key.ts'
import { verifySignature } from '../kernel/jwt/verify.ts'
import { check } from '../kernel/validate.ts'
import type { Issuer } from './issuer.ts'
import type { KeyRecord } from './key-record.ts'
import { getKey } from './keys.ts'
import { problem } from './problems.ts'
import { spendToken } from './token-store.ts'
import { checkType, explained } from './tokens.ts'

/** A write token is good for this long after its `iat`, whatever its `exp` says. */
const MAX_AGE_SECONDS = 600
const SKEW_SECONDS = 60

const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

export type Signed<M> = {
  readonly text: string
  readonly key: KeyRecord
  /** The `sub` as it stands in the token. */
  readonly sub: string | undefined
  readonly audience: readonly string[]
  /** What the token says beside the registered claims of RFC 7519. */
  readonly members: M
  readonly jti: string
  readonly spentUntil: number
}

export type SignedRules = { by?: 'sub' | 'iss'; requireJti?: boolean; maxAgeSeconds?: number }

/**
 * A request signed by a registered key. The schema is what the token is for: a token for anything else has members that
 * it does not know, or lacks its own.
 */
export async function verifySigned<S extends TObject>(
  issuer: Issuer,
  text: string,
  schema: S,
  { by = 'sub', requireJti = true, maxAgeSeconds = MAX_AGE_SECONDS }: SignedRules = {},
): Promise<Signed<Static<S>>> {
  return explained(async () => {
    const token = parseCompact(text)
    checkType(token)
    const key = await getSigner(issuer, token, by)
    await verifySignature(
      token,
      issuer.imported.find(key.fingerprint) ?? issuer.imported.importKey(key.jwk as PublicJwk),
    )
    const { payload } = token
    checkTimes(payload, {
      now: issuer.clock.now(),
      requireIat: true,
      maxAgeSeconds,
      skewSeconds: SKEW_SECONDS,
    })
    checkAudience(payload, issuer.url, { required: true })
    if (requireJti && payload.jti === undefined)
      throw problem('auth-error', { detail: 'Give the token an id of its own in jti.' })
    const members = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !registeredClaims.has(name)),
    )
    check(schema, members, '')
    return {
      text,
      key,
      sub: payload.sub,
      audience: [payload.aud ?? []].flat(),
      members: members as Static<S>,
      jti: payload.jti ?? '',
      spentUntil: ((payload.iat ?? 0) + MAX_AGE_SECONDS + SKEW_SECONDS) * 1000,
    }
  })
}

async function getSigner(
  issuer: Issuer,
  { header, payload }: CompactToken,
  by: 'sub' | 'iss',
): Promise<KeyRecord> {
  if (header.jwk !== undefined)
    throw problem('auth-error', { detail: 'Only a registration brings its key along: leave jwk out.' })
  const identifier = payload[by]
  if (identifier === undefined || !isFingerprint(identifier)) {
    throw problem('auth-error', { detail: `Name the key that signs in ${by}.` })
  }
  const { record } = await getKey(issuer, identifier)
  if (header.kid !== undefined && !namesKey(header.kid, record.jwk as PublicJwk)) {
    throw problem('auth-error', { detail: 'kid does not name the key that signs.' })
  }
  return record
}

/** The first use of a token is the only one. Belongs to the transaction of its effect. */
export async function spend(tx: Transaction, { key, jti, spentUntil }: Signed<unknown>): Promise<void> {
  const first = await spendToken(tx, { fingerprint: key.fingerprint, jti, expires_at: spentUntil })
  if (!first) throw problem('replayed')
}
