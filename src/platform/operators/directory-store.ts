import { storeOf } from '../../kernel/database/store.ts'
import type { OrganisationRow } from '../accounts/tables.ts'
import type { OperatorTables, Role } from './tables.ts'

const { many, tx } = storeOf<OperatorTables & { organisations: OrganisationRow }>()

export const listOperatorRows = many((db, p: { after: string; limit: number }) =>
  db
    .selectFrom('operators as operator')
    .leftJoin('organisations as organisation', 'organisation.id', 'operator.organisation_id')
    .selectAll('operator')
    .select('organisation.name as organisation_name')
    .select((row) => [
      row
        .selectFrom('operator_passkeys as passkey')
        .select((all) => all.fn.countAll<number>().as('count'))
        .whereRef('passkey.operator_id', '=', 'operator.id')
        .as('passkeys'),
      row
        .selectFrom('operator_sessions as session')
        .select((all) => all.fn.max('session.used_at').as('last'))
        .whereRef('session.operator_id', '=', 'operator.id')
        .as('seen_at'),
    ])
    .where('operator.id', '>', p.after)
    .orderBy('operator.id')
    .limit(p.limit),
)

/**
 * Locks the owners until the transaction ends, so that the check for the last owner stays true. Operators are never
 * deleted. One row is locked for all: locking several in different orders could deadlock.
 */
export const holdOwners = tx.run((db) =>
  db
    .updateTable('operators')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', (row) => row.selectFrom('operators').select((all) => all.fn.min('id').as('first'))),
)

/** Whether another owner of the whole server can sign in. */
export const hasOtherOwner = tx.exists((db, id: string) =>
  db
    .selectFrom('operators as other')
    .select('other.id')
    .where('other.id', '!=', id)
    .where('other.role', '=', 'owner')
    .where('other.organisation_id', 'is', null)
    .where('other.disabled_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('operator_passkeys as passkey')
          .select('passkey.id')
          .whereRef('passkey.operator_id', '=', 'other.id'),
      ),
    )
    .limit(1),
)

export const changeAccess = tx.run((db, p: { id: string; role: Role; disabled_at: number | null }) =>
  db.updateTable('operators').set({ role: p.role, disabled_at: p.disabled_at }).where('id', '=', p.id),
)
