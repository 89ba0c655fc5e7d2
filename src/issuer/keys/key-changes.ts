import * as Type from 'typebox'
import { equalInConstantTime } from '../../kernel/base/secret.ts'
import { closed, orNull } from '../../kernel/contract/schema.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { namesKey, type PublicJwk } from '../../kernel/jwt/public-key.ts'
import { localActor, recordAudit } from '../../platform/audit/entries.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import { type AddressDigests, type AddressKind, digestsOf, normaliseAddress } from '../base/addresses.ts'
import { type Issuer, keyTopic } from '../base/issuer.ts'
import { inboxTopic } from '../base/job-views.ts'
import { problem } from '../base/problems.ts'
import type { KeyRow } from '../base/tables.ts'
import { verifyRotation } from '../base/tokens.ts'
import { listClaims, moveClaims, releaseClaims, replaceClaim } from './claim-store.ts'
import { verifyClaimToken } from './claim-token.ts'
import { callbackClaim, checkDevtoken, checkOrigins, devtokenClaim, nameClaim } from './key-claims.ts'
import {
  findKey,
  holdLiveKey,
  insertKey,
  markKeyRevoked,
  markNameUnverified,
  markNameVerified,
  updateKeyClaims,
  updateKeyMembers,
} from './key-store.ts'
import { findKeyRow } from './keys.ts'
import { deleteRecoveryKey, moveRecoveryKey } from './recovery-store.ts'
import { moveRelations } from './relation-store.ts'
import { checkPath, notLive, type Signed, spend, verifySigned } from './signed.ts'

const attachment = closed({
  claims: Type.Array(Type.String({ maxLength: 8_192 }), { minItems: 1, maxItems: 2 }),
})

const update = closed({
  name: Type.Optional(nameClaim),
  devtoken: Type.Optional(orNull(devtokenClaim)),
  callback: Type.Optional(callbackClaim),
  rotate: Type.Optional(Type.String({ maxLength: 12_288 })),
})

const revocation = closed({ revoke: Type.Literal(true) })

/** Marks claims as confirmed. The key's owner presents claim tokens that the issuer signed for this key. */
export async function attachClaims(issuer: Issuer, identifier: string, text: string): Promise<void> {
  const signed = await verifySigned(issuer, text, attachment)
  await checkPath(issuer, identifier, signed)
  const sub = signed.key.fingerprint
  const claims = await Promise.all(signed.members.claims.map((token) => readClaim(issuer, token, sub)))
  await issuer.database.write(async (tx) => {
    await spend(tx, signed)
    await holdKey(tx, sub)
    const now = issuer.clock.now()
    for (const claim of claims) {
      const taken = !(await replaceClaim(tx, { ...claim, fingerprint: sub, confirmed_at: now }))
      if (taken) throw problem('duplicate-hash')
    }
    const names = (await listClaims(tx, sub)).map((claim) => claim.name)
    await updateKeyClaims(tx, { fingerprint: sub, claims: JSON.stringify(names), updated_at: now })
    await recordChange(tx, keyTopic, sub)
  })
}

async function readClaim(
  issuer: Issuer,
  token: string,
  sub: string,
): Promise<AddressDigests & { name: AddressKind }> {
  const { name, value } = await verifyClaimToken(issuer, token, { sub, test: false })
  return { name, ...digestsOf(issuer.vault, name, normaliseAddress(name, value)) }
}

export type KeyUpdate = { status: 'registered' | 'confirmed'; fingerprint: string; secret?: string }

export async function updateKey(issuer: Issuer, identifier: string, text: string): Promise<KeyUpdate> {
  const signed = await verifySigned(issuer, text, update)
  await checkPath(issuer, identifier, signed)
  const { rotate, ...members } = signed.members
  const named = Object.keys(members).length
  if (rotate !== undefined && named > 0)
    throw problem('invalid-request', { detail: 'Rotate the key, or change its members: one at a time.' })
  if (rotate === undefined && named === 0)
    throw problem('invalid-request', { detail: 'Give a name, devtoken or callback, or rotate the key.' })
  return rotate === undefined ? changeMembers(issuer, signed) : rotateKey(issuer, signed, rotate)
}

async function changeMembers(issuer: Issuer, signed: Signed<Type.Static<typeof update>>): Promise<KeyUpdate> {
  const { name, devtoken, callback } = signed.members
  const { fingerprint } = signed.key
  if (callback !== undefined) checkOrigins([callback].flat(), signed.key.kind)
  if (devtoken !== undefined && devtoken !== null) checkDevtoken(devtoken, issuer.checkAddress)
  return issuer.database.write(async (tx) => {
    await spend(tx, signed)
    const row = await holdKey(tx, fingerprint)
    await updateKeyMembers(tx, {
      fingerprint,
      name: name ?? row.name,
      callbacks: callback === undefined ? row.callbacks : JSON.stringify([callback].flat()),
      devtoken:
        devtoken === undefined
          ? row.devtoken
          : devtoken === null
            ? null
            : issuer.vault.seal('issuer.devtoken', JSON.stringify(devtoken)),
      updated_at: issuer.clock.now(),
    })
    await recordChange(tx, keyTopic, fingerprint)
    return { status: statusOf(row), fingerprint }
  })
}

/** Locks the key until the transaction ends, and throws if it is not live. */
export async function holdKey(tx: Transaction, fingerprint: string): Promise<KeyRow> {
  const row = await holdLiveKey(tx, fingerprint)
  if (row === undefined) throw notLive(await findKey(tx, fingerprint))
  return row
}

export function statusOf({ claims }: KeyRow): KeyUpdate['status'] {
  return claims === '[]' ? 'registered' : 'confirmed'
}

/** Both keys sign: the old one hands over and the new one accepts. */
async function rotateKey(issuer: Issuer, signed: Signed<unknown>, rotate: string): Promise<KeyUpdate> {
  const { jwk, fingerprint } = signed.key
  const next = await readNextKey(issuer, rotate, jwk as PublicJwk)
  if (next === undefined)
    throw problem('auth-error', { detail: 'The new key replaces another one than the one that signs.' })
  return issuer.database.write(async (tx) => {
    await spend(tx, signed)
    const row = await holdKey(tx, fingerprint)
    return rotateIn(tx, issuer, row, { next, actor: `issuer-key:${fingerprint}` })
  })
}

type NextKey = { readonly jwk: PublicJwk; readonly fingerprint: string }

/** Verifies the new key's part of a rotation. Undefined: it replaces another key than the old one. */
export async function readNextKey(
  issuer: Issuer,
  rotate: string,
  old: PublicJwk,
): Promise<NextKey | undefined> {
  const next = await verifyRotation(rotate, { url: issuer.url, now: issuer.clock.now() })
  return namesKey(next.replaces, old) ? next : undefined
}

/** The new key owns everything that the old one had. Call this only for a key that the transaction has locked. */
export async function rotateIn(
  tx: Transaction,
  issuer: Issuer,
  row: KeyRow,
  { next: { jwk, fingerprint }, actor }: { next: NextKey; actor: string },
): Promise<KeyUpdate> {
  const now = issuer.clock.now()
  const secret = issuer.random.bytes(24).toString('base64url')
  const isNew = await insertKey(tx, {
    ...row,
    fingerprint,
    jwk: JSON.stringify(jwk),
    secret_digest: issuer.vault.digest('issuer.revocation', secret),
    created_at: now,
    updated_at: now,
    revoked_at: null,
    successor: null,
    version: 1,
  })
  if (!isNew) throw problem('duplicate-key')
  const old = row.fingerprint
  await moveClaims(tx, old, fingerprint)
  await moveRelations(tx, row.kind, { from: old, to: fingerprint })
  await moveRecoveryKey(tx, old, fingerprint)
  await revokeIn(tx, issuer, { fingerprint: old, successor: fingerprint, actor })
  return { status: statusOf(row), fingerprint, secret }
}

/**
 * Revokes a key with the secret from its registration. Repeating it with the right secret gives the same response.
 */
export async function revokeBySecret(issuer: Issuer, identifier: string, secret: string): Promise<void> {
  const row = await findKeyRow(issuer, identifier)
  if (row === undefined) throw problem('unknown-key')
  const given = issuer.vault.digest('issuer.revocation', secret)
  if (row.secret_digest === null || !equalInConstantTime(given, row.secret_digest)) {
    throw problem('auth-error', { detail: 'This is not the secret of the key.' })
  }
  if (row.revoked_at === null) await revokeKey(issuer, row.fingerprint, 'revocation-secret')
}

export async function revokeBySignature(issuer: Issuer, identifier: string, text: string): Promise<void> {
  const signed = await verifySigned(issuer, text, revocation)
  await checkPath(issuer, identifier, signed)
  const { fingerprint } = signed.key
  await issuer.database.write(async (tx) => {
    await spend(tx, signed)
    await revokeIn(tx, issuer, { fingerprint, successor: null, actor: `issuer-key:${fingerprint}` })
  })
}

async function revokeKey(issuer: Issuer, fingerprint: string, actor: string): Promise<void> {
  await issuer.database.write((tx) => revokeIn(tx, issuer, { fingerprint, successor: null, actor }))
}

type Revocation = { fingerprint: string; successor: string | null; actor: string }

/** False: the key was already revoked and is unchanged. */
export async function revokeIn(
  tx: Transaction,
  issuer: Issuer,
  { fingerprint, successor, actor }: Revocation,
): Promise<boolean> {
  const first = await markKeyRevoked(tx, { fingerprint, now: issuer.clock.now(), successor })
  if (!first) return false
  await releaseClaims(tx, fingerprint)
  await deleteRecoveryKey(tx, fingerprint)
  await recordChange(tx, keyTopic, fingerprint)
  await recordChange(tx, inboxTopic, fingerprint)
  const action = successor === null ? 'issuer-key.revoke' : 'issuer-key.rotate'
  await recordAudit(tx, issuer, { actor, action, subject: `issuer-key:${fingerprint}` })
  await issuer.webhooks.publish(tx, { type: 'key.revoked', subject: null, data: { fingerprint, successor } })
  return true
}

/**
 * An operator verifies an application's name, if it is still the name they have `seen`. After a rename the
 * application is unverified again.
 */
export async function verifyApplicationName(
  issuer: Pick<Issuer, 'database' | 'clock' | 'ids'>,
  fingerprint: string,
  { seen, actor = localActor }: { seen?: string; actor?: string } = {},
): Promise<string | undefined> {
  return issuer.database.write(async (tx) => {
    const name = await markNameVerified(tx, { fingerprint, now: issuer.clock.now(), seen: seen ?? null })
    if (name === undefined) return undefined
    await recordChange(tx, keyTopic, fingerprint)
    await recordAudit(tx, issuer, {
      actor,
      action: 'issuer-key.verify-name',
      subject: `issuer-key:${fingerprint}`,
    })
    return name
  })
}

/** Withdraws an operator's verification of an application's name. False: the name was not verified. */
export async function withdrawApplicationName(
  issuer: Pick<Issuer, 'database' | 'clock' | 'ids'>,
  fingerprint: string,
  actor: string,
): Promise<boolean> {
  return issuer.database.write(async (tx) => {
    if (!(await markNameUnverified(tx, fingerprint, issuer.clock.now()))) return false
    await recordChange(tx, keyTopic, fingerprint)
    const subject = `issuer-key:${fingerprint}`
    await recordAudit(tx, issuer, { actor, action: 'issuer-key.withdraw-name', subject })
    return true
  })
}
