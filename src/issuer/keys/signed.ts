import type { Static, TObject } from 'typebox'
import type { Problem } from '../../kernel/contract/problem.ts'
import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { checkAudience, checkTimes } from '../../kernel/jwt/claims.ts'
import { type CompactToken, parseCompact } from '../../kernel/jwt/compact.ts'
import { isFingerprint, namesKey, type PublicJwk } from '../../kernel/jwt/public-key.ts'
import { verifySignature } from '../../kernel/jwt/verify.ts'
import type { Issuer } from '../base/issuer.ts'
import type { KeyRecord } from '../base/key-record.ts'
import { problem } from '../base/problems.ts'
import type { KeyRow } from '../base/tables.ts'
import { checkType, explained, membersOf } from '../base/tokens.ts'
import { findKey } from './key-store.ts'
import { getKey } from './keys.ts'
import { spendToken } from './token-store.ts'

/** A write token is accepted for this long after its `iat`, whatever its `exp` says. */
const MAX_AGE_SECONDS = 600
const SKEW_SECONDS = 60

export type Signed<M, K = KeyRecord> = {
  readonly text: string
  /** Who signed. */
  readonly key: K
  /** The `sub` exactly as it is in the token. */
  readonly sub: string | undefined
  readonly audience: readonly string[]
  /** The token's members beside the registered claims of RFC 7519. */
  readonly members: M
  readonly jti: string
  readonly spentUntil: number
}

type Freshness = { requireJti?: boolean; maxAgeSeconds?: number }
type SignedRules = Freshness & { by?: 'sub' | 'iss' }

/**
 * Verifies a request signed by a registered key. The schema distinguishes purposes: a token made for another one has
 * unknown members or lacks required ones.
 */
export async function verifySigned<S extends TObject>(
  issuer: Issuer,
  text: string,
  schema: S,
  { by = 'sub', ...freshness }: SignedRules = {},
): Promise<Signed<Static<S>>> {
  return explained(async () => {
    const token = parseCompact(text)
    checkType(token)
    const key = await getSigner(issuer, token, by)
    await verifySignature(
      token,
      issuer.imported.find(key.fingerprint) ?? issuer.imported.importKey(key.jwk as PublicJwk),
    )
    return readSigned(issuer, token, schema, { key, ...freshness })
  })
}

/** Checks times, audience and content of a token whose signature is verified. */
export function readSigned<S extends TObject, K>(
  issuer: Issuer,
  { text, payload }: CompactToken,
  schema: S,
  { key, requireJti = true, maxAgeSeconds = MAX_AGE_SECONDS }: Freshness & { key: K },
): Signed<Static<S>, K> {
  checkTimes(payload, {
    now: issuer.clock.now(),
    requireIat: true,
    maxAgeSeconds,
    skewSeconds: SKEW_SECONDS,
  })
  checkAudience(payload, issuer.url, { required: true })
  if (requireJti && payload.jti === undefined)
    throw problem('auth-error', { detail: 'Give the token an id of its own in jti.' })
  const members = membersOf(payload)
  check(schema, members, '')
  return {
    text,
    key,
    sub: payload.sub,
    audience: [payload.aud ?? []].flat(),
    members: members as Static<S>,
    jti: payload.jti ?? '',
    spentUntil: Math.ceil(((payload.iat ?? 0) + MAX_AGE_SECONDS + SKEW_SECONDS) * 1000),
  }
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
  for (const [name, given] of Object.entries({ iss: payload.iss, kid: header.kid })) {
    if (given !== undefined && !namesKey(given, record.jwk as PublicJwk, record.fingerprint))
      throw problem('auth-error', { detail: `${name} does not name the key that signs.` })
  }
  return record
}

/** The key named in the path must be the one that signed. */
export async function checkPath(issuer: Issuer, identifier: string, { key }: Signed<unknown>): Promise<void> {
  const { record } = await getKey(issuer, identifier)
  if (record.fingerprint !== key.fingerprint)
    throw problem('auth-error', { detail: 'The path names another key than the one that signs.' })
}

/** The error to report if a live key is needed but only this row, or none, was found. */
export function notLive(row: KeyRow | undefined): Problem {
  if (row === undefined) return problem('unknown-key')
  return problem('revoked-key', row.successor === null ? {} : { members: { successor: row.successor } })
}

/**
 * Marks a token as used, and refuses one that was used before or whose key is revoked: the cached key may be out of
 * date. Runs in the same transaction as the token's effect.
 */
export async function spend(tx: Transaction, { key, jti, spentUntil }: Signed<unknown>): Promise<void> {
  const { fingerprint } = key
  if (await spendToken(tx, { fingerprint, jti, expires_at: spentUntil })) return
  const row = await findKey(tx, fingerprint)
  throw row?.revoked_at === null ? problem('replayed') : notLive(row)
}
