import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { thumbprint } from '../../kernel/jwt/public-key.ts'
import { generateEd25519, type PrivateJwk } from '../../kernel/jwt/sign.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { recordChange } from '../changes/changes.ts'
import { addSigningKey, findActiveKey, findKey, retireKey, withdrawKey } from './store.ts'
import type { Purpose, SigningKeyRow } from './tables.ts'

/** A change under this topic contains the purpose whose keys have changed. */
export const signingKeyTopic = 'signing-key'

const sealPurpose = 'signing-key'
const dayMs = 24 * 60 * 60 * 1000
// As long as a token that it signed may be presented: a claim token lasts 30 days, a ticket from its order to the
// event.
const defaultKeepPublishedMs = 400 * dayMs

/** Returns the active key, creating it if there is none: processes that start at the same time agree on one. */
export async function ensureSigningKey(context: Context, purpose: Purpose): Promise<SigningKeyRow> {
  const active = await findActiveKey(context.database, purpose)
  if (active !== undefined) return active
  const fresh = makeKey(context, purpose)
  return context.database.write(async (tx) => {
    if (!(await addSigningKey(tx, fresh))) return getActiveKey(tx, purpose)
    await announce(tx, context, { actor: localActor, action: 'signing-key.create', key: fresh })
    return fresh
  })
}

type Rotation = {
  kid: string
  /** The key that this call retired; undefined if there was none, or another call was first. */
  retired: string | undefined
}

/** Of several rotations of the same key one takes effect; the others return the key that it created. */
export async function rotateSigningKey(
  context: Context,
  purpose: Purpose,
  { keepPublishedMs = defaultKeepPublishedMs, actor = localActor, from }: RotationOptions = {},
): Promise<Rotation> {
  const old = await findActiveKey(context.database, purpose)
  if (old === undefined) return { kid: (await ensureSigningKey(context, purpose)).kid, retired: undefined }
  if (from !== undefined && from !== old.kid) return { kid: old.kid, retired: undefined }
  const fresh = makeKey(context, purpose)
  return context.database.write(async (tx) => {
    const now = context.clock.now()
    if (!(await retireKey(tx, { kid: old.kid, now, expiresAt: now + keepPublishedMs }))) {
      return { kid: (await getActiveKey(tx, purpose)).kid, retired: undefined }
    }
    if (!(await addSigningKey(tx, fresh))) throw new Error('the new signing key was not stored')
    await announce(tx, context, { actor, action: 'signing-key.rotate', key: fresh, retired: old.kid })
    return { kid: fresh.kid, retired: old.kid }
  })
}

type Withdrawal = {
  /** `unknown` if no such key ever existed, `done` if it was already withdrawn or had expired. */
  outcome: 'withdrawn' | 'done' | 'unknown'
  purpose: Purpose | undefined
  /** The key that now signs instead; undefined if the withdrawn key was no longer signing. */
  successor: string | undefined
}

/**
 * For a key that somebody else may have: it no longer signs and is no longer published, so that every token it signed
 * is refused. Calling it again finishes what a crash interrupted.
 */
export async function withdrawSigningKey(
  context: Context,
  kid: string,
  actor: string = localActor,
): Promise<Withdrawal> {
  const row = await findKey(context.database, kid)
  if (row === undefined) return { outcome: 'unknown', purpose: undefined, successor: undefined }
  const { purpose } = row
  const rotated =
    row.retired_at === null ? await rotateSigningKey(context, purpose, { actor, from: kid }) : undefined
  const withdrawn = await context.database.write(async (tx) => {
    if (!(await withdrawKey(tx, { kid, now: context.clock.now() }))) return false
    await announce(tx, context, { actor, action: 'signing-key.withdraw', key: row })
    return true
  })
  return { outcome: withdrawn ? 'withdrawn' : 'done', purpose, successor: rotated?.kid }
}

/** `from` is the key that the caller wants to retire: if another one signs by now, it stays. */
type RotationOptions = { keepPublishedMs?: number; actor?: string; from?: string }

export function openPrivateKey(context: Context, row: SigningKeyRow): PrivateJwk {
  if (row.sealed === null) throw new Error('a retired key cannot sign')
  return JSON.parse(context.vault.open(sealPurpose, row.sealed)) as PrivateJwk
}

function makeKey(context: Context, purpose: Purpose): SigningKeyRow {
  const { publicJwk, privateJwk } = generateEd25519()
  return {
    kid: thumbprint(publicJwk),
    purpose,
    public_jwk: JSON.stringify(publicJwk),
    sealed: context.vault.seal(sealPurpose, JSON.stringify(privateJwk)),
    created_at: context.clock.now(),
    retired_at: null,
    expires_at: null,
  }
}

async function getActiveKey(tx: Transaction, purpose: Purpose): Promise<SigningKeyRow> {
  const active = await findActiveKey(tx, purpose)
  if (active === undefined) throw new Error(`no key signs for ${purpose}`)
  return active
}

type KeyChange = { actor: string; action: string; key: SigningKeyRow; retired?: string }

async function announce(tx: Transaction, context: Context, change: KeyChange): Promise<void> {
  const { actor, action, key, retired } = change
  const detail = { purpose: key.purpose, ...(retired === undefined ? {} : { retired }) }
  await recordAudit(tx, context, { actor, action, subject: `signing-key:${key.kid}`, detail })
  await recordChange(tx, signingKeyTopic, key.purpose)
}
