import type { Context } from '../../kernel/context.ts'
import { listOperatorRows } from './directory-store.ts'
import { type Invitation, inviteOperator } from './invitations.ts'

/** Until they say who they are. */
const EMAIL = 'owner@localhost'

/** A way in for whoever starts a server that nobody runs yet; the one of the start before ends. */
export async function inviteFirstOwner(context: Context): Promise<Invitation | undefined> {
  const [first, second] = await listOperatorRows(context.database, { after: '', limit: 2 })
  const isFree = first === undefined || (first.email === EMAIL && first.passkeys === 0)
  if (!isFree || second !== undefined || first?.disabled_at) return undefined
  return inviteOperator(context, { email: EMAIL, role: 'owner' })
}
