import { storeOf } from '../../kernel/database/store.ts'
import type { TwofactorTables } from '../base/tables.ts'
import { MOST_DEVICES } from '../devices/device-store.ts'

const { one, values, run, guarded } = storeOf<TwofactorTables>()

/** The user's devices that accept push messages. */
export const listPushTargets = values((db, userId: string) =>
  db
    .selectFrom('twofactor_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('devtoken', 'is not', null)
    .limit(MOST_DEVICES),
)

export const findPushDevice = one((db, id: string) =>
  db.selectFrom('twofactor_devices').select(['user_id', 'devtoken']).where('id', '=', id),
)

/** Leaves the push address alone if the device has replaced it in the meantime. */
export const dropDevtoken = run((db, id: string, devtoken: string) =>
  db
    .updateTable('twofactor_devices')
    .set({ devtoken: null })
    .where('id', '=', id)
    .where('devtoken', '=', devtoken),
)

/** Records that a device of the user was notified. False: another device was notified before. */
export const markNotified = guarded((db, uuid: string) =>
  db
    .updateTable('twofactor_approvals')
    .set({ notified: 1 })
    .where('uuid', '=', uuid)
    .where('notified', '=', 0),
)
