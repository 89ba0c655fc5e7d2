import { Fault } from '../../kernel/base/fault.ts'
import { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { readName } from '../accounts/name.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { because } from './reasons.ts'
import {
  addInvitation,
  addOperator,
  findInvitedOperatorId,
  findLiveInvited,
  findOperator,
  findOperatorByEmail,
  holdOperator,
  removeOpenInvitations,
  spendInvitation,
} from './store.ts'
import type { OperatorRow, Role } from './tables.ts'

type NewInvitation = {
  email: string
  role: Role
  name?: string | undefined
  /** Undefined means every organisation. */
  organisationId?: string | undefined
  actor?: string
}
export type Invitation = { id: string; token: Secret; expiresAt: number }

const lifetimeMs = 24 * 60 * 60 * 1000
const tokenLength = 32
const digestPurpose = 'operator-invitation'

/** An existing operator gets another way to sign in: the id stays, and open invitations end. */
export async function inviteOperator(context: Context, request: NewInvitation): Promise<Invitation> {
  const { role, actor = localActor } = request
  const email = readEmail(request.email)
  const name = request.name === undefined ? null : readName('The name of an operator', request.name)
  const token = context.ids.code(tokenLength)
  return context.database.write(async (tx) => {
    const now = context.clock.now()
    const { id } = await findOrAddOperator(tx, {
      id: context.ids.uuid(),
      email,
      name,
      role,
      organisation_id: request.organisationId ?? null,
      created_at: now,
      disabled_at: null,
    })
    const expiresAt = now + lifetimeMs
    // Of two concurrent invitations the later one stays: an operator has one open invitation.
    await holdOperator(tx, id)
    await removeOpenInvitations(tx, id)
    const digest = context.vault.digest(digestPurpose, token)
    await addInvitation(tx, { digest, operator_id: id, expires_at: expiresAt, used_at: null })
    await recordAudit(tx, context, {
      actor,
      action: 'operator.invite',
      subject: `operator:${id}`,
      detail: { role },
    })
    return { id, token: new Secret(token), expiresAt }
  })
}

/**
 * Unknown, used and expired invitations give the same error. `follow` runs in the same transaction: if it fails, the
 * invitation stays valid.
 */
export async function redeemInvitation(
  context: Context,
  token: string,
  follow: (tx: Transaction, operator: OperatorRow) => Promise<void> = async () => {},
): Promise<OperatorRow> {
  const digest = context.vault.digest(digestPurpose, token)
  const operator = await context.database.write(async (tx) => {
    const id = await spendInvitation(tx, { digest, now: context.clock.now() })
    const invited = id ?? (await findInvitedOperatorId(tx, digest))
    // Write nothing for an invalid token, so that strangers cannot fill the audit trail.
    if (invited === undefined) return undefined
    const row = id === undefined ? undefined : await findOperator(tx, id)
    const accepted = row !== undefined && row.disabled_at === null
    const subject = `operator:${invited}`
    const action = accepted ? 'operator.redeem' : 'operator.redeem-refused'
    await recordAudit(tx, context, { actor: subject, action, subject })
    if (!accepted) return undefined
    await follow(tx, row)
    return row
  })
  if (operator !== undefined) return operator
  throw refuseInvitation()
}

/** The token comes after the hash, which browsers never send to a server, so it appears in no log. */
export function invitationLink(consoleUrl: string, token: Secret): string {
  return `${consoleUrl}/invitation#${token.reveal()}`
}

/** The operator whom a valid invitation is for; does not use it up. */
export function findInvited(context: Context, token: string): Promise<OperatorRow | undefined> {
  const { database, vault, clock } = context
  return findLiveInvited(database, { digest: vault.digest(digestPurpose, token), now: clock.now() })
}

export function refuseInvitation(): Fault {
  return new Fault('unauthenticated', because('invitation-over'))
}

async function findOrAddOperator(tx: Transaction, row: OperatorRow): Promise<OperatorRow> {
  const before = await findOperatorByEmail(tx, row.email)
  if (before === undefined && (await addOperator(tx, row))) return row
  const known = before ?? (await findOperatorByEmail(tx, row.email))
  if (known === undefined) throw new Error('the address is taken, but its operator cannot be found')
  if (known.disabled_at !== null) throw new Fault('invalid', because('operator-disabled'))
  if (known.role !== row.role) {
    throw new Fault('invalid', because('operator-role'))
  }
  if (known.organisation_id !== row.organisation_id) {
    throw new Fault('invalid', because('operator-elsewhere'))
  }
  return known
}

/** RFC 5321 §4.5.3.1.3 limits a path to 256 octets, including the two angle brackets. */
const longestEmail = 254
const emailShape = /^[^\s@\p{Cc}\p{Cf}<>]+@[^\s@\p{Cc}\p{Cf}<>]+$/u

export function readEmail(text: string): string {
  const email = foldAddress(text)
  if (email.length <= longestEmail && emailShape.test(email)) return email
  throw new Fault('invalid', because('no-email'))
}
