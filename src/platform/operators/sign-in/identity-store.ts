import { storeOf } from '../../../kernel/database/store.ts'
import type { OperatorTables } from '../tables.ts'

const { one, many, guarded, tx } = storeOf<OperatorTables>()
const MOST = 1000

/** Returns whether the identity was free. */
export const addIdentity = tx.insertNew('operator_identities', 'fingerprint')

export const findIdentity = one((db, fingerprint: string) =>
  db.selectFrom('operator_identities').selectAll().where('fingerprint', '=', fingerprint),
)

export const listAllIdentities = many((db) =>
  db.selectFrom('operator_identities').selectAll().orderBy('fingerprint').limit(MOST),
)

export const listIdentityRows = many((db, operatorId: string) =>
  db
    .selectFrom('operator_identities')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .limit(100),
)

/** Also stores the current key, because the identity's key may have been rotated since it was linked. */
export const markIdentityUsed = tx.guarded((db, p: { fingerprint: string; current: string; now: number }) =>
  db
    .updateTable('operator_identities')
    .set({ fingerprint: p.current, used_at: p.now })
    .where('fingerprint', '=', p.fingerprint),
)

export const removeIdentityRow = guarded((db, p: { fingerprint: string; operatorId: string }) =>
  db
    .deleteFrom('operator_identities')
    .where('fingerprint', '=', p.fingerprint)
    .where('operator_id', '=', p.operatorId),
)
