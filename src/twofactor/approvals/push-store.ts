import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { TwofactorTables } from '../base/tables.ts'
import { MOST_DEVICES } from '../devices/device-store.ts'

const statement = statementsOf<TwofactorTables>()

const targetsOf = statement((db, p: { user_id: string }) =>
  db
    .selectFrom('twofactor_devices')
    .select('id')
    .where('user_id', '=', p.user_id)
    .where('devtoken', 'is not', null)
    .limit(MOST_DEVICES),
)
const device = statement((db, p: { id: string }) =>
  db.selectFrom('twofactor_devices').select(['user_id', 'devtoken']).where('id', '=', p.id),
)
const drop = statement((db, p: { id: string; devtoken: string }) =>
  db
    .updateTable('twofactor_devices')
    .set({ devtoken: null })
    .where('id', '=', p.id)
    .where('devtoken', '=', p.devtoken),
)
const notify = statement((db, p: { uuid: string }) =>
  db
    .updateTable('twofactor_approvals')
    .set({ notified: 1 })
    .where('uuid', '=', p.uuid)
    .where('notified', '=', 0),
)

/** The user's devices that take push messages. */
export async function listPushTargets(db: Reader, userId: string): Promise<string[]> {
  return (await db.all(targetsOf, { user_id: userId })).map(({ id }) => id)
}

export function findPushDevice(db: Reader, id: string) {
  return db.first(device, { id })
}

/** One that the device has replaced meanwhile is not touched. */
export async function dropDevtoken(db: Writer, id: string, devtoken: string): Promise<void> {
  await db.run(drop, { id, devtoken })
}

/** Some device was told. False: another one was before. */
export async function markNotified(db: Writer, uuid: string): Promise<boolean> {
  return (await db.run(notify, { uuid })) === 1
}
