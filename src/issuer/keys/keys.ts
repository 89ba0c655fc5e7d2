import { isFingerprint, thumbprint } from '../../kernel/jwt/public-key.ts'
import type { Issuer } from '../base/issuer.ts'
import { type KeyAnswer, toKeyAnswer } from '../base/key-record.ts'
import { problem } from '../base/problems.ts'
import type { KeyRow } from '../base/tables.ts'
import { verifyRegistration } from '../base/tokens.ts'
import { readKeyClaims } from './key-claims.ts'
import { findKey, insertKey } from './key-store.ts'

/** A token signed within this time counts as sent by its signer; an older one may be a replay by someone else. */
const FRESH_SECONDS = 600

export async function registerKey(issuer: Issuer, tokenText: string) {
  const now = issuer.clock.now()
  const { token, jwk, fingerprint } = await verifyRegistration(tokenText, { url: issuer.url, now })
  const claims = readKeyClaims(token.payload, issuer.checkAddress)
  const { iat } = token.payload
  const fresh = iat !== undefined && now / 1000 - iat <= FRESH_SECONDS
  const secret = fresh ? issuer.random.bytes(24).toString('base64url') : undefined
  const isNew = await insertKey(issuer.database, {
    fingerprint,
    kind: claims.kind,
    name: claims.name,
    jwk: JSON.stringify(jwk),
    callbacks: JSON.stringify(claims.callbacks),
    devtoken:
      claims.devtoken === undefined
        ? null
        : issuer.vault.seal('issuer.devtoken', JSON.stringify(claims.devtoken)),
    secret_digest: secret === undefined ? null : issuer.vault.digest('issuer.revocation', secret),
    claims: '[]',
    created_at: now,
    updated_at: now,
    revoked_at: null,
    successor: null,
    version: 1,
    verified_name: null,
  })
  if (!isNew) throw problem('duplicate-key')
  return {
    status: 'registered' as const,
    fingerprint,
    sub: fingerprint,
    ...(secret === undefined ? {} : { secret }),
    since: new Date(now).toISOString(),
  }
}

/**
 * `identifier` is a fingerprint or, as an alias, a raw Ed25519 key. What another process has just written may be
 * missing.
 */
export function getKey(issuer: Issuer, identifier: string): Promise<KeyAnswer> {
  return getBy((fingerprint) => loadKey(issuer, fingerprint), identifier)
}

/** The same, as of the last committed write of any process. */
export function getCurrentKey(issuer: Issuer, identifier: string): Promise<KeyAnswer> {
  if (issuer.isAlone) return getKey(issuer, identifier)
  return getBy((fingerprint) => readKey(issuer, fingerprint), identifier)
}

async function getBy(
  find: (fingerprint: string) => Promise<KeyAnswer | undefined>,
  identifier: string,
): Promise<KeyAnswer> {
  if (!isFingerprint(identifier)) throw problem('unknown-key')
  const answer = (await find(identifier)) ?? (await find(thumbprintOfRaw(identifier)))
  if (answer === undefined) throw problem('unknown-key')
  return answer
}

/** Finds revoked keys too. */
export async function findKeyRow({ database }: Issuer, identifier: string): Promise<KeyRow | undefined> {
  if (!isFingerprint(identifier)) return undefined
  return (await findKey(database, identifier)) ?? (await findKey(database, thumbprintOfRaw(identifier)))
}

/** Does not check whether the point is weak: weak keys are never stored, so the lookup finds nothing. */
function thumbprintOfRaw(x: string): string {
  return thumbprint({ kty: 'OKP', crv: 'Ed25519', x })
}

/** Cached until the key changes; a revoked key is never cached. */
function loadKey(issuer: Issuer, fingerprint: string): Promise<KeyAnswer | undefined> {
  return issuer.keys.load(fingerprint, () => readKey(issuer, fingerprint))
}

async function readKey({ database }: Issuer, fingerprint: string): Promise<KeyAnswer | undefined> {
  const row = await findKey(database, fingerprint)
  if (row === undefined) return undefined
  if (row.revoked_at !== null) {
    throw problem('revoked-key', row.successor === null ? {} : { members: { successor: row.successor } })
  }
  return toKeyAnswer(row)
}
