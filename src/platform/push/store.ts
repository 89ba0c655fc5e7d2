import { storeOf } from '../../kernel/database/store.ts'
import type { PushTables } from './tables.ts'

const { one, tx } = storeOf<PushTables>()

/** Returns whether there was none before. */
export const insertPushKey = tx.insertNew('push_keys', 'id')

export const findPushKey = one((db) => db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid'))
