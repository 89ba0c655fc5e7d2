import * as Type from 'typebox'
import type { Problem } from '../../kernel/contract/problem.ts'
import { closed, orNull } from '../../kernel/contract/schema.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { parseCompact } from '../../kernel/jwt/compact.ts'
import { namesKey, type PublicJwk } from '../../kernel/jwt/public-key.ts'
import { verifySignature } from '../../kernel/jwt/verify.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import type { Issuer } from '../base/issuer.ts'
import type { KeyRecord } from '../base/key-record.ts'
import { problem } from '../base/problems.ts'
import type { KeyRow } from '../base/tables.ts'
import { checkSigner, checkType, explained, verifyRecovery } from '../base/tokens.ts'
import { holdKey, type KeyUpdate, readNextKey, revokeIn, rotateIn, statusOf } from './key-changes.ts'
import { findKey } from './key-store.ts'
import { findKeyRow } from './keys.ts'
import { deleteRecoveryKey, findRecoveryKey, putRecoveryKey, spendRecoveryToken } from './recovery-store.ts'
import { checkPath, notLive, readSigned, type Signed, spend, verifySigned } from './signed.ts'

const embedded = Type.String({ maxLength: 12_288 })
const setting = closed({ recovery: orNull(embedded) })
const recovery = closed({
  rotate: Type.Optional(embedded),
  revoke: Type.Optional(Type.Literal(true)),
})

type Appointed = { status: KeyUpdate['status']; recovery: string | null }

/** The key and its recovery key both sign. Without a recovery key, the current one is removed. */
export async function setRecoveryKey(issuer: Issuer, identifier: string, text: string): Promise<Appointed> {
  const signed = await verifySigned(issuer, text, setting)
  await checkPath(issuer, identifier, signed)
  const { key, members } = signed
  if (key.kind !== 'person')
    throw problem('auth-error', { detail: 'Only the key of a person has a recovery key.' })
  const next = members.recovery === null ? null : await readRecoveryKey(issuer, key, members.recovery)
  return issuer.database.write(async (tx) => {
    await spend(tx, signed)
    const row = await holdKey(tx, key.fingerprint)
    await (next === null ? removeIn(tx, issuer, row) : putIn(tx, issuer, row, next))
    return { status: statusOf(row), recovery: next?.fingerprint ?? null }
  })
}

type RecoveryKey = { readonly jwk: PublicJwk; readonly fingerprint: string }

async function readRecoveryKey(issuer: Issuer, key: KeyRecord, text: string): Promise<RecoveryKey> {
  const next = await verifyRecovery(text, { url: issuer.url, now: issuer.clock.now() })
  if (!namesKey(next.recovers, key.jwk as PublicJwk))
    throw problem('auth-error', { detail: 'The recovery key recovers another key than the one that signs.' })
  if (next.fingerprint === key.fingerprint)
    throw problem('invalid-request', { detail: 'A key cannot be its own recovery key: create another one.' })
  return next
}

/** A registered key can do more than recover, so it cannot be a recovery key. */
async function putIn(tx: Transaction, issuer: Issuer, row: KeyRow, next: RecoveryKey): Promise<void> {
  if ((await findKey(tx, next.fingerprint)) !== undefined) throw problem('duplicate-key')
  await putRecoveryKey(tx, {
    fingerprint: row.fingerprint,
    recovery: next.fingerprint,
    jwk: JSON.stringify(next.jwk),
    created_at: issuer.clock.now(),
  })
  const owner = `issuer-key:${row.fingerprint}`
  const detail = { recovery: next.fingerprint }
  await recordAudit(tx, issuer, { actor: owner, action: 'issuer-key.recovery-set', subject: owner, detail })
}

async function removeIn(tx: Transaction, issuer: Issuer, row: KeyRow): Promise<void> {
  if (!(await deleteRecoveryKey(tx, row.fingerprint))) return
  const owner = `issuer-key:${row.fingerprint}`
  await recordAudit(tx, issuer, { actor: owner, action: 'issuer-key.recovery-remove', subject: owner })
}

type Recovered = KeyUpdate | { status: 'done' }

/** The recovery key rotates or revokes a key whose device is lost. */
export async function recoverKey(issuer: Issuer, identifier: string, text: string): Promise<Recovered> {
  const request = await verifyRecoverer(issuer, identifier, text)
  const { rotate, revoke } = request.signed.members
  if ((rotate === undefined) === (revoke === undefined))
    throw problem('invalid-request', { detail: 'Rotate the key, or revoke it: give one of them.' })
  return rotate === undefined ? revokeLost(issuer, request) : rotateLost(issuer, request, rotate)
}

type Recoverer = { readonly fingerprint: string }
type Request = { key: KeyRow; signed: Signed<Type.Static<typeof recovery>, Recoverer> }

async function revokeLost(issuer: Issuer, request: Request): Promise<{ status: 'done' }> {
  await issuer.database.write(async (tx) => {
    const { fingerprint } = await admit(tx, request)
    await revokeIn(tx, issuer, { fingerprint, successor: null, actor: actorOf(request) })
  })
  return { status: 'done' }
}

async function rotateLost(issuer: Issuer, request: Request, rotate: string): Promise<KeyUpdate> {
  const next = await readNextKey(issuer, rotate, JSON.parse(request.key.jwk) as PublicJwk)
  if (next === undefined)
    throw problem('auth-error', { detail: 'The new key replaces another one than the one in the path.' })
  if (next.fingerprint === request.signed.key.fingerprint)
    throw problem('invalid-request', { detail: 'The recovery key cannot take over: create another key.' })
  return issuer.database.write(async (tx) => {
    // The push address is that of the lost device, which must not hear of new requests.
    const row = { ...(await admit(tx, request)), devtoken: null }
    return rotateIn(tx, issuer, row, { next, actor: actorOf(request) })
  })
}

function actorOf({ signed }: Request): string {
  return `recovery-key:${signed.key.fingerprint}`
}

/** Verifies a request that the recovery key of the key in the path has signed. Reads from the database, not from memory. */
async function verifyRecoverer(issuer: Issuer, identifier: string, text: string): Promise<Request> {
  return explained(async () => {
    const token = parseCompact(text)
    checkType(token)
    if (token.header.jwk !== undefined)
      throw problem('auth-error', { detail: 'The issuer knows the recovery key: leave jwk out.' })
    const key = await findKeyRow(issuer, identifier)
    if (key === undefined || key.revoked_at !== null) throw notLive(key)
    const row = await findRecoveryKey(issuer.database, key.fingerprint)
    const jwk = row === undefined ? undefined : (JSON.parse(row.jwk) as PublicJwk)
    if (row === undefined || jwk === undefined || !namesKey(token.payload.sub ?? '', jwk))
      throw await notRecoverer(issuer.database, key)
    checkSigner(token, { jwk, fingerprint: row.recovery })
    await verifySignature(token, jwk)
    const signed = readSigned(issuer, token, recovery, { key: { fingerprint: row.recovery } })
    return { key, signed }
  })
}

/**
 * The same error whether or not the key has a recovery key, so that strangers do not find out. Reads the key again: a
 * key that was revoked a moment ago has lost its recovery key.
 */
async function notRecoverer(db: Reader, { fingerprint }: KeyRow): Promise<Problem> {
  const row = await findKey(db, fingerprint)
  if (row?.revoked_at !== null) return notLive(row)
  return problem('auth-error', { detail: 'The token is not signed by the recovery key of this key.' })
}

/** Locks the key, and only then checks that the recovery key is still the same and that the token is new. */
async function admit(tx: Transaction, { key, signed }: Request): Promise<KeyRow> {
  const row = await holdKey(tx, key.fingerprint)
  const token = { recovery: signed.key.fingerprint, jti: signed.jti, expires_at: signed.spentUntil }
  if (await spendRecoveryToken(tx, { fingerprint: row.fingerprint, ...token })) return row
  const current = await findRecoveryKey(tx, row.fingerprint)
  throw current?.recovery === token.recovery ? problem('replayed') : await notRecoverer(tx, row)
}
