import type { Context } from '../../kernel/context.ts'
import { unlessTaken } from '../../kernel/database/refusal.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Secret } from '../../kernel/secret.ts'
import { recordAudit } from '../audit/entries.ts'
import type { PhoneApproval } from '../phone-approval/phone-approval.ts'
import { consoleProblem } from './face.ts'
import {
  addIdentity,
  findIdentity,
  listAllIdentities,
  listIdentityRows,
  markIdentityUsed,
  removeIdentityRow,
} from './identity-store.ts'
import { openSession } from './sessions.ts'
import { findOperator } from './store.ts'
import type { IdentityRow } from './tables.ts'

/** The issuer, asked for two things that are never mixed up: a question of one kind is no answer to the other. */
export type Phone = { readonly link: PhoneApproval; readonly signIn: PhoneApproval }

type PhoneDesk = Context & { readonly phone: Phone | undefined }
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

/** Links who approved, once. An identity signs in one operator. */
export async function linkIdentity(
  desk: PhoneDesk,
  { operatorId, ref }: { operatorId: string; ref: string },
): Promise<Waiting | 'approved'> {
  const { link } = phoneOf(desk)
  const answer = await link.read(ref)
  if (answer.status !== 'approved') return answer.status
  const { fingerprint } = answer
  return desk.database.write(async (tx) => {
    if (!(await link.take(tx, ref))) return 'expired'
    const row = { fingerprint, operator_id: operatorId, created_at: desk.clock.now(), used_at: null }
    if (!(await addIdentity(tx, row))) {
      const known = await findIdentity(tx, fingerprint)
      if (known?.operator_id === operatorId) return 'approved'
      throw consoleProblem('conflict', { detail: 'This identity signs in another operator.' })
    }
    const actor = `operator:${operatorId}`
    await recordAudit(tx, desk, { actor, action: 'identity.link', subject: actor, detail: { fingerprint } })
    return 'approved'
  })
}

export function unlinkIdentity(
  desk: PhoneDesk,
  { operatorId, fingerprint }: { operatorId: string; fingerprint: string },
): Promise<void> {
  return desk.database.write(async (tx) => {
    if (!(await removeIdentityRow(tx, { operatorId, fingerprint }))) throw consoleProblem('not-found')
    const actor = `operator:${operatorId}`
    await recordAudit(tx, desk, { actor, action: 'identity.unlink', subject: actor, detail: { fingerprint } })
  })
}

export function askToSignIn(desk: PhoneDesk) {
  return phoneOf(desk).signIn.ask({ message: 'Sign in to the console of this server', scope: SCOPE })
}

/** The token of a new session, or how far it is. An identity that is nobody's is refused as a wrong passkey is. */
export async function signInByPhone(
  desk: PhoneDesk,
  { ref, agent }: { ref: string; agent: string },
): Promise<Waiting | Secret> {
  const phone = phoneOf(desk)
  const answer = await phone.signIn.read(ref)
  if (answer.status !== 'approved') return answer.status
  // Before anything is looked up: an answer is good for one look.
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
  // Somebody linked the key that follows this one meanwhile.
  const token = await unlessTaken<Secret | undefined>(opening, undefined)
  if (token === undefined) throw refuse()
  return token
}

/** Linked by this key, or by one that it took the place of. */
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
  return new Fault('unauthenticated', {
    detail: 'No operator has linked this identity: sign in by a passkey, then link it in your account.',
  })
}
