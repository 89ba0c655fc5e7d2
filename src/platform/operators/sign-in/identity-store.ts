import type { Reader, Transaction, Writer } from '../../../kernel/database/database.ts'
import { statementsOf } from '../../../kernel/database/statement.ts'
import type { IdentityRow, OperatorTables } from '../tables.ts'

const statement = statementsOf<OperatorTables>()
const MOST = 1000

const insertIdentity = statement((db, p: IdentityRow) =>
  db
    .insertInto('operator_identities')
    .values({
      fingerprint: p.fingerprint,
      operator_id: p.operator_id,
      created_at: p.created_at,
      used_at: p.used_at,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
)
const selectIdentity = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('operator_identities').selectAll().where('fingerprint', '=', p.fingerprint),
)
const selectIdentities = statement((db, _p: object) =>
  db.selectFrom('operator_identities').selectAll().orderBy('fingerprint').limit(MOST),
)
const selectIdentitiesOf = statement((db, p: { operatorId: string }) =>
  db
    .selectFrom('operator_identities')
    .selectAll()
    .where('operator_id', '=', p.operatorId)
    .orderBy('created_at')
    .limit(100),
)
/** The key of an identity may have been rotated since it was linked. */
const updateUsed = statement((db, p: { fingerprint: string; current: string; now: number }) =>
  db
    .updateTable('operator_identities')
    .set({ fingerprint: p.current, used_at: p.now })
    .where('fingerprint', '=', p.fingerprint),
)
const deleteIdentity = statement((db, p: { fingerprint: string; operatorId: string }) =>
  db
    .deleteFrom('operator_identities')
    .where('fingerprint', '=', p.fingerprint)
    .where('operator_id', '=', p.operatorId),
)

/** Tells whether the identity was nobody's. */
export async function addIdentity(tx: Transaction, row: IdentityRow): Promise<boolean> {
  return (await tx.run(insertIdentity, row)) === 1
}

export function findIdentity(db: Reader, fingerprint: string): Promise<IdentityRow | undefined> {
  return db.first(selectIdentity, { fingerprint })
}

export function listAllIdentities(db: Reader): Promise<IdentityRow[]> {
  return db.all(selectIdentities, {})
}

export function listIdentityRows(db: Reader, operatorId: string): Promise<IdentityRow[]> {
  return db.all(selectIdentitiesOf, { operatorId })
}

export async function markIdentityUsed(
  tx: Transaction,
  use: { fingerprint: string; current: string; now: number },
): Promise<boolean> {
  return (await tx.run(updateUsed, use)) === 1
}

export async function removeIdentityRow(
  db: Writer,
  identity: { fingerprint: string; operatorId: string },
): Promise<boolean> {
  return (await db.run(deleteIdentity, identity)) === 1
}
