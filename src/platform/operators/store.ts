import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import { foldAddress, formerAddress } from '../../kernel/text/email-address.ts'
import type { OperatorRow, OperatorTables } from './tables.ts'

const { one, value, tx } = storeOf<OperatorTables>()

/** Returns whether the address was free. */
export const addOperator = tx.insertNew('operators', 'email')

const selectOperatorByEmail = one((db, p: { email: string; former: string }) =>
  db.selectFrom('operators').selectAll().where('email', 'in', [p.email, p.former]).orderBy('id').limit(1),
)

export const findOperator = one((db, id: string) =>
  db.selectFrom('operators').selectAll().where('id', '=', id),
)

export function findOperatorByEmail(db: Reader, email: string): Promise<OperatorRow | undefined> {
  const folded = foldAddress(email)
  return selectOperatorByEmail(db, { email: folded, former: formerAddress(folded) })
}

/** False if another operator has the address. */
export const changeContact = tx.guarded((db, p: { id: string; email: string; name: string | null }) =>
  db
    .updateTable('operators')
    .set({ email: p.email, name: p.name })
    .where('id', '=', p.id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('operators as other')
            .select('other.id')
            .where('other.email', '=', p.email)
            .where('other.id', '!=', p.id),
        ),
      ),
    ),
)

/** Locks the operator until the transaction ends, so that what is counted of theirs stays true. */
export const holdOperator = tx.run((db, id: string) =>
  db
    .updateTable('operators')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', id),
)

export const addInvitation = tx.insert('operator_invitations')

export const removeOpenInvitations = tx.run((db, operatorId: string) =>
  db.deleteFrom('operator_invitations').where('operator_id', '=', operatorId).where('used_at', 'is', null),
)

/** Expired invitations, used or not: they no longer work. */
export const removeOldInvitations = createSweep('operator_invitations', { key: ['digest'], by: 'expires_at' })

export const findInvitedOperatorId = value((db, digest: string) =>
  db.selectFrom('operator_invitations').select('operator_id').where('digest', '=', digest),
)

export const findLiveInvited = one((db, p: { digest: string; now: number }) =>
  db
    .selectFrom('operator_invitations as invitation')
    .innerJoin('operators as operator', 'operator.id', 'invitation.operator_id')
    .selectAll('operator')
    .where('invitation.digest', '=', p.digest)
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', p.now)
    .where('operator.disabled_at', 'is', null),
)

/** Of several concurrent calls, only one gets the operator's id. */
export const spendInvitation = tx.value((db, p: { digest: string; now: number }) =>
  db
    .updateTable('operator_invitations')
    .set({ used_at: p.now })
    .where('digest', '=', p.digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)
