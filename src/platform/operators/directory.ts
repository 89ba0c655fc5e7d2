import type { Context } from '../../kernel/context.ts'
import { unlessTaken } from '../../kernel/database/sqlite/refusal.ts'
import { readName } from '../accounts/name.ts'
import { recordAudit } from '../audit/entries.ts'
import { changeAccess, hasOtherOwner, holdOwners, listOperatorRows } from './directory-store.ts'
import { consoleProblem } from './face.ts'
import { readEmail } from './invitations.ts'
import { because } from './reasons.ts'
import { removeSessionsOf } from './session-store.ts'
import { changeContact, findOperator, removeOpenInvitations } from './store.ts'
import type { OperatorRow, Role } from './tables.ts'

/** Operators in the order in which they were invited; the last one's id is the next page's `after`. */
export function listOperators(
  { database }: Pick<Context, 'database'>,
  { after = '', limit = 200 }: { after?: string; limit?: number } = {},
) {
  return listOperatorRows(database, { after, limit })
}

type Change = { role?: Role | undefined; disabled?: boolean | undefined; actor: string }

/** The server always keeps an owner who can sign in. Disabling an operator ends their sessions and invitations. */
export function changeOperator(context: Context, id: string, change: Change): Promise<OperatorRow> {
  return context.database.write(async (tx) => {
    await holdOwners(tx)
    const row = await findOperator(tx, id)
    if (row === undefined) throw consoleProblem('not-found')
    const role = change.role ?? row.role
    const disabledAt = disabledFrom(context, row, change.disabled)
    const wasOwner = row.role === 'owner' && row.organisation_id === null && row.disabled_at === null
    const isOwner = role === 'owner' && disabledAt === null
    if (wasOwner && !isOwner && !(await hasOtherOwner(tx, id)))
      throw consoleProblem('conflict', because('last-owner'))
    await changeAccess(tx, { id, role, disabled_at: disabledAt })
    // Also when an operator is enabled again: a session opened while the operator was being disabled must not work
    // now.
    if (disabledAt !== null || change.disabled !== undefined) {
      await removeSessionsOf(tx, id)
      await removeOpenInvitations(tx, id)
    }
    const { actor } = change
    const subject = `operator:${id}`
    const detail = { role, disabled: disabledAt !== null }
    await recordAudit(tx, context, { actor, action: 'operator.change', subject, detail })
    return { ...row, role, disabled_at: disabledAt }
  })
}

/** Changes an operator's own name and e-mail address. False if another operator has the address. */
export function changeSelf(
  context: Context,
  { id, email, name }: { id: string; email: string; name: string | undefined },
): Promise<boolean> {
  const contact = {
    id,
    email: readEmail(email),
    name: name === undefined ? null : readName('The name of an operator', name),
  }
  const change = context.database.write(async (tx) => {
    if (!(await changeContact(tx, contact))) return false
    const actor = `operator:${id}`
    await recordAudit(tx, context, { actor, action: 'operator.change-self', subject: actor })
    return true
  })
  return unlessTaken(change, false)
}

function disabledFrom({ clock }: Context, row: OperatorRow, disabled: boolean | undefined): number | null {
  if (disabled === undefined) return row.disabled_at
  return disabled ? (row.disabled_at ?? clock.now()) : null
}
