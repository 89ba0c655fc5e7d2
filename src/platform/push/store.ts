import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { PushKeyRow, PushTables } from './tables.ts'

const statement = statementsOf<PushTables>()

const insert = statement((db, p: PushKeyRow) =>
  db
    .insertInto('push_keys')
    .values({ id: 'vapid', private_jwk: p.private_jwk, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)
const select = statement((db) => db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid'))

/** Tells whether there was none. */
export async function insertPushKey(tx: Transaction, row: PushKeyRow): Promise<boolean> {
  return (await tx.run(insert, row)) === 1
}

export function findPushKey(db: Reader): Promise<PushKeyRow | undefined> {
  return db.first(select, {})
}
