import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { Fault } from '../../../kernel/base/fault.ts'
import type { Secret } from '../../../kernel/base/secret.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { unlessTaken } from '../../../kernel/database/sqlite/refusal.ts'
import { recordAudit } from '../../audit/entries.ts'
import type { PhoneApproval } from '../../phone-approval/phone-approval.ts'
import { consoleProblem } from '../face.ts'
import { because } from '../reasons.ts'
import { openSession } from '../sessions.ts'
import { findOperator } from '../store.ts'
import type { IdentityRow } from '../tables.ts'
import { drawChallenge, spendChallenge } from './challenges.ts'
import {
  addIdentity,
  findIdentity,
  listAllIdentities,
  listIdentityRows,
  markIdentityUsed,
  removeIdentityRow,
} from './identity-store.ts'
import { advanceCounter, findPasskey } from './passkey-store.ts'
import { type Desk, readCounter, requestOptions } from './webauthn.ts'

/** The issuer, used for two purposes that are kept apart: an answer for one cannot be used for the other. */
export type Phone = { readonly link: PhoneApproval; readonly signIn: PhoneApproval }

type PhoneDesk = Desk & { readonly phone: Phone | undefined }
type Waiting = 'pending' | 'denied' | 'expired'

const SCOPE = 'name'

export function listIdentities({ database }: Context, operatorId: string): Promise<IdentityRow[]> {
  return listIdentityRows(database, operatorId)
}

export async function askToLink(desk: PhoneDesk, operatorId: string) {
  const operator = await findOperator(desk.database, operatorId)
  if (operator === undefined) throw new Fault('unauthenticated')
  const name = [...(operator.name ?? operator.email)].slice(0, 60).join('')
  return phoneOf(desk).link.ask({ message: `Sign in to this console from now on, as ${name}`, scope: SCOPE })
}

/** Who approved a request to link: the operator compares it with their own phone before anything is stored. */
type Approver = { readonly fingerprint: string; readonly name: string | undefined }
type Asked = { readonly operatorId: string; readonly ref: string }
type Seen = Asked & { readonly fingerprint: string }

export async function findApprover(
  desk: PhoneDesk,
  ref: string,
): Promise<{ status: Waiting } | { status: 'approved'; approver: Approver }> {
  const answer = await phoneOf(desk).link.read(ref)
  if (answer.status !== 'approved') return { status: answer.status }
  const { name } = answer.claims
  const approver = { fingerprint: answer.fingerprint, name: typeof name === 'string' ? name : undefined }
  return { status: 'approved', approver }
}

/** The challenge that a passkey signs to link this one identity; the signature is valid for no other. */
export async function beginLink(desk: PhoneDesk, { operatorId, ref, fingerprint }: Seen) {
  return requestOptions(desk, await drawChallenge(desk, 'identity', operatorId, aboutOf(ref, fingerprint)))
}

/**
 * Links the identity that approved, once, after the operator has seen who it is and confirmed it with a passkey:
 * anyone who can see the screen could have answered. An identity signs in only one operator.
 */
export async function linkIdentity(
  desk: PhoneDesk,
  { operatorId, ref, fingerprint, response }: Seen & { response: AuthenticationResponseJSON },
): Promise<Waiting | 'approved'> {
  const { link } = phoneOf(desk)
  const answer = await link.read(ref)
  if (answer.status !== 'approved') return answer.status
  if (answer.fingerprint !== fingerprint) throw unconfirmed()
  const clientData = response.response.clientDataJSON
  const spent = await spendChallenge(desk, 'identity', clientData, aboutOf(ref, fingerprint))
  const passkey = spent?.operatorId === operatorId ? await findPasskey(desk.database, response.id) : undefined
  if (spent === undefined || passkey?.operator_id !== operatorId) throw unconfirmed()
  const counter = await readCounter(desk, passkey, { response, challenge: spent.challenge })
  if (counter === undefined) throw unconfirmed()
  return desk.database.write(async (tx) => {
    if (!(await advanceCounter(tx, { id: passkey.id, counter, now: desk.clock.now() }))) throw unconfirmed()
    if (!(await link.take(tx, ref))) return 'expired'
    await storeIdentity(tx, desk, { operatorId, fingerprint })
    return 'approved'
  })
}

async function storeIdentity(
  tx: Transaction,
  desk: PhoneDesk,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  const row = { fingerprint, operator_id: operatorId, created_at: desk.clock.now(), used_at: null }
  if (!(await addIdentity(tx, row))) {
    const known = await findIdentity(tx, fingerprint)
    if (known?.operator_id === operatorId) return
    throw consoleProblem('conflict', because('identity-taken'))
  }
  await recordOwn(tx, desk, 'identity.link', { operatorId, fingerprint })
}

/** Somebody else answered: uses up their answer and names them in the audit trail. */
export async function rejectIdentity(desk: PhoneDesk, { operatorId, ref }: Asked): Promise<void> {
  const { link } = phoneOf(desk)
  const answer = await link.read(ref)
  if (answer.status !== 'approved') return link.cancel(ref)
  const { fingerprint } = answer
  await desk.database.write(async (tx) => {
    if (await link.take(tx, ref)) await recordOwn(tx, desk, 'identity.reject', { operatorId, fingerprint })
  })
}

function recordOwn(
  tx: Transaction,
  desk: PhoneDesk,
  action: string,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  const actor = `operator:${operatorId}`
  return recordAudit(tx, desk, { actor, action, subject: actor, detail: { fingerprint } })
}

/** Neither part contains a space. */
function aboutOf(ref: string, fingerprint: string): string {
  return `${ref} ${fingerprint}`
}

function unconfirmed(): Fault {
  return new Fault('invalid', because('identity-unconfirmed'))
}

export function unlinkIdentity(
  desk: PhoneDesk,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  return desk.database.write(async (tx) => {
    if (!(await removeIdentityRow(tx, { operatorId, fingerprint }))) throw consoleProblem('not-found')
    await recordOwn(tx, desk, 'identity.unlink', { operatorId, fingerprint })
  })
}

export function askToSignIn(desk: PhoneDesk) {
  return phoneOf(desk).signIn.ask({ message: 'Sign in to the console of this server', scope: SCOPE })
}

/**
 * Returns the token of a new session, or the current status. An unlinked identity gets the same error as a wrong
 * passkey.
 */
export async function signInByPhone(
  desk: PhoneDesk,
  { ref, agent }: { ref: string; agent: string },
): Promise<Waiting | Secret> {
  const phone = phoneOf(desk)
  const answer = await phone.signIn.read(ref)
  if (answer.status !== 'approved') return answer.status
  // Take the answer before any lookup, so that it can be used only once.
  if (!(await desk.database.write((tx) => phone.signIn.take(tx, ref)))) throw refuse()
  // The key may have been revoked or rotated since it answered.
  const current = await phone.signIn.findCurrentKey(answer.fingerprint)
  if (current === undefined) throw refuse()
  const identity = await findLinked(desk, phone, current)
  const operator =
    identity === undefined ? undefined : await findOperator(desk.database, identity.operator_id)
  if (identity === undefined || operator === undefined || operator.disabled_at !== null) throw refuse()
  const opening = desk.database.write(async (tx) => {
    const use = { fingerprint: identity.fingerprint, current, now: desk.clock.now() }
    if (!(await markIdentityUsed(tx, use))) throw refuse()
    return openSession(tx, desk, { operatorId: operator.id, agent })
  })
  // Somebody linked the key that replaced this one in the meantime.
  const token = await unlessTaken<Secret | undefined>(opening, undefined)
  if (token === undefined) throw refuse()
  return token
}

/** Finds the identity linked with this key, or with one that it replaced. */
async function findLinked(
  { database }: PhoneDesk,
  phone: Phone,
  current: string,
): Promise<IdentityRow | undefined> {
  const known = await findIdentity(database, current)
  if (known !== undefined) return known
  for (const row of await listAllIdentities(database))
    if ((await phone.signIn.findCurrentKey(row.fingerprint)) === current) return row
  return undefined
}

function phoneOf({ phone }: PhoneDesk): Phone {
  if (phone === undefined) throw consoleProblem('not-found', { detail: 'The issuer is not served here.' })
  return phone
}

function refuse(): Fault {
  return new Fault('unauthenticated', because('identity-unknown'))
}
