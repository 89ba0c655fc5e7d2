import { storeOf } from '../../kernel/database/store.ts'
import type { PushKeyRow, PushTables } from './tables.ts'

const { one, tx } = storeOf<PushTables>()

/** Returns whether there was none before. */
export const insertPushKey = tx.guarded((db, p: PushKeyRow) =>
  db
    .insertInto('push_keys')
    .values({ id: 'vapid', private_jwk: p.private_jwk, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

export const findPushKey = one((db) => db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid'))
