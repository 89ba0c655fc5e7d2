import type { Context } from '../../kernel/context.ts'
import { listOperatorRows } from './directory-store.ts'
import { type Invitation, inviteOperator } from './invitations.ts'

/** A placeholder until the owner enters an address. */
const EMAIL = 'owner@localhost'

/** Invites the first owner if the server has none; the invitation from the previous start ends. */
export async function inviteFirstOwner(context: Context): Promise<Invitation | undefined> {
  const [first, second] = await listOperatorRows(context.database, { after: '', limit: 2 })
  const isFree = first === undefined || (first.email === EMAIL && first.passkeys === 0)
  if (!isFree || second !== undefined || first?.disabled_at) return undefined
  return inviteOperator(context, { email: EMAIL, role: 'owner' })
}
