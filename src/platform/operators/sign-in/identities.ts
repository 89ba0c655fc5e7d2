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
import { readCounter, requestOptions, type SignInContext } from './webauthn.ts'

/** The issuer, used for two purposes that are kept apart: an answer for one cannot be used for the other. */
export type Phone = { readonly link: PhoneApproval; readonly signIn: PhoneApproval }

type PhoneContext = SignInContext & { readonly phone: Phone | undefined }
type Waiting = 'pending' | 'denied' | 'expired'

const SCOPE = 'name'

export function listIdentities({ database }: Context, operatorId: string): Promise<IdentityRow[]> {
  return listIdentityRows(database, operatorId)
}

export async function askToLink(context: PhoneContext, operatorId: string) {
  const operator = await findOperator(context.database, operatorId)
  if (operator === undefined) throw new Fault('unauthenticated')
  const name = [...(operator.name ?? operator.email)].slice(0, 60).join('')
  return phoneOf(context).link.ask({
    message: `Sign in to this console from now on, as ${name}`,
    scope: SCOPE,
  })
}

/** Who approved a request to link: the operator compares it with their own phone before anything is stored. */
type Approver = { readonly fingerprint: string; readonly name: string | undefined }
type Asked = { readonly operatorId: string; readonly ref: string }
type Seen = Asked & { readonly fingerprint: string }

export async function findApprover(
  context: PhoneContext,
  ref: string,
): Promise<{ status: Waiting } | { status: 'approved'; approver: Approver }> {
  const answer = await phoneOf(context).link.read(ref)
  if (answer.status !== 'approved') return { status: answer.status }
  const { name } = answer.claims
  const approver = { fingerprint: answer.fingerprint, name: typeof name === 'string' ? name : undefined }
  return { status: 'approved', approver }
}

/** The challenge that a passkey signs to link this one identity; the signature is valid for no other. */
export async function beginLink(context: PhoneContext, { operatorId, ref, fingerprint }: Seen) {
  return requestOptions(
    context,
    await drawChallenge(context, 'identity', operatorId, aboutOf(ref, fingerprint)),
  )
}

/**
 * Links the identity that approved, once, after the operator has seen who it is and confirmed it with a passkey:
 * anyone who can see the screen could have answered. An identity signs in only one operator.
 */
export async function linkIdentity(
  context: PhoneContext,
  { operatorId, ref, fingerprint, response }: Seen & { response: AuthenticationResponseJSON },
): Promise<Waiting | 'approved'> {
  const { link } = phoneOf(context)
  const answer = await link.read(ref)
  if (answer.status !== 'approved') return answer.status
  if (answer.fingerprint !== fingerprint) throw unconfirmed()
  const clientData = response.response.clientDataJSON
  const spent = await spendChallenge(context, 'identity', clientData, aboutOf(ref, fingerprint))
  const passkey =
    spent?.operatorId === operatorId ? await findPasskey(context.database, response.id) : undefined
  if (spent === undefined || passkey?.operator_id !== operatorId) throw unconfirmed()
  const counter = await readCounter(context, passkey, { response, challenge: spent.challenge })
  if (counter === undefined) throw unconfirmed()
  return context.database.write(async (tx) => {
    if (!(await advanceCounter(tx, { id: passkey.id, counter, now: context.clock.now() })))
      throw unconfirmed()
    if (!(await link.take(tx, ref))) return 'expired'
    await storeIdentity(tx, context, { operatorId, fingerprint })
    return 'approved'
  })
}

async function storeIdentity(
  tx: Transaction,
  context: PhoneContext,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  const row = { fingerprint, operator_id: operatorId, created_at: context.clock.now(), used_at: null }
  if (!(await addIdentity(tx, row))) {
    const known = await findIdentity(tx, fingerprint)
    if (known?.operator_id === operatorId) return
    throw consoleProblem('conflict', because('identity-taken'))
  }
  await recordOwn(tx, context, 'identity.link', { operatorId, fingerprint })
}

/** Somebody else answered: uses up their answer and names them in the audit trail. */
export async function rejectIdentity(context: PhoneContext, { operatorId, ref }: Asked): Promise<void> {
  const { link } = phoneOf(context)
  const answer = await link.read(ref)
  if (answer.status !== 'approved') return link.cancel(ref)
  const { fingerprint } = answer
  await context.database.write(async (tx) => {
    if (await link.take(tx, ref)) await recordOwn(tx, context, 'identity.reject', { operatorId, fingerprint })
  })
}

function recordOwn(
  tx: Transaction,
  context: PhoneContext,
  action: string,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  const actor = `operator:${operatorId}`
  return recordAudit(tx, context, { actor, action, subject: actor, detail: { fingerprint } })
}

/** Neither part contains a space. */
function aboutOf(ref: string, fingerprint: string): string {
  return `${ref} ${fingerprint}`
}

function unconfirmed(): Fault {
  return new Fault('invalid', because('identity-unconfirmed'))
}

export function unlinkIdentity(
  context: PhoneContext,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  return context.database.write(async (tx) => {
    if (!(await removeIdentityRow(tx, { operatorId, fingerprint }))) throw consoleProblem('not-found')
    await recordOwn(tx, context, 'identity.unlink', { operatorId, fingerprint })
  })
}

export function askToSignIn(context: PhoneContext) {
  return phoneOf(context).signIn.ask({ message: 'Sign in to the console of this server', scope: SCOPE })
}

/**
 * Returns the token of a new session, or the current status. An unlinked identity gets the same error as a wrong
 * passkey.
 */
export async function signInByPhone(
  context: PhoneContext,
  { ref, agent }: { ref: string; agent: string },
): Promise<Waiting | Secret> {
  const phone = phoneOf(context)
  const answer = await phone.signIn.read(ref)
  if (answer.status !== 'approved') return answer.status
  // Take the answer before any lookup, so that it can be used only once.
  if (!(await context.database.write((tx) => phone.signIn.take(tx, ref)))) throw refuse()
  // The key may have been revoked or rotated since it answered.
  const current = await phone.signIn.findCurrentKey(answer.fingerprint)
  if (current === undefined) throw refuse()
  const identity = await findLinked(context, phone, current)
  const operator =
    identity === undefined ? undefined : await findOperator(context.database, identity.operator_id)
  if (identity === undefined || operator === undefined || operator.disabled_at !== null) throw refuse()
  const opening = context.database.write(async (tx) => {
    const use = { fingerprint: identity.fingerprint, current, now: context.clock.now() }
    if (!(await markIdentityUsed(tx, use))) throw refuse()
    return openSession(tx, context, { operatorId: operator.id, agent })
  })
  // Somebody linked the key that replaced this one in the meantime.
  const token = await unlessTaken<Secret | undefined>(opening, undefined)
  if (token === undefined) throw refuse()
  return token
}

/** Finds the identity linked with this key, or with one that it replaced. */
async function findLinked(
  { database }: PhoneContext,
  phone: Phone,
  current: string,
): Promise<IdentityRow | undefined> {
  const known = await findIdentity(database, current)
  if (known !== undefined) return known
  for (const row of await listAllIdentities(database))
    if ((await phone.signIn.findCurrentKey(row.fingerprint)) === current) return row
  return undefined
}

function phoneOf({ phone }: PhoneContext): Phone {
  if (phone === undefined) throw consoleProblem('not-found', { detail: 'The issuer is not served here.' })
  return phone
}

function refuse(): Fault {
  return new Fault('unauthenticated', because('identity-unknown'))
}
