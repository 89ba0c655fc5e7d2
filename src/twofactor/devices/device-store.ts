import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { DeviceRow, TwofactorTables } from '../base/tables.ts'

const { many, tx } = storeOf<TwofactorTables>()

const columns = [
  'id',
  'user_id',
  'fingerprint',
  'jwk',
  'name',
  'os_type',
  'devtoken',
  'created_at',
  'seen_at',
] as const

/** A verification tries every device, so more devices would mean more guesses per attempt and more work. */
export const MOST_DEVICES = 20

export const listDevices = many((db, userId: string) =>
  db
    .selectFrom('twofactor_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_DEVICES),
)

/** One key may be enrolled for several users. */
export const listDevicesOfKey = many((db, fingerprint: string) =>
  db.selectFrom('twofactor_devices').selectAll().where('fingerprint', '=', fingerprint).limit(100),
)

/**
 * False: the key is already enrolled for the user, or the user has the maximum number of devices. Selecting from the
 * user's row gives one row to insert, or none if the user was removed or has no room.
 */
export const insertDevice = tx.guarded((db, p: DeviceRow) =>
  db
    .insertInto('twofactor_devices')
    .columns([...columns])
    .expression((from) =>
      from
        .selectFrom('twofactor_users')
        .select((row) => columns.map((name) => row.val(p[name]).as(name)))
        .where('id', '=', p.user_id)
        .where(
          (row) =>
            row
              .selectFrom('twofactor_devices')
              .select((device) => device.fn.countAll<number>().as('count'))
              .where('user_id', '=', p.user_id),
          '<',
          sql.lit(MOST_DEVICES),
        ),
    )
    .onConflict((conflict) => conflict.columns(['fingerprint', 'user_id']).doNothing()),
)

export const updateDevice = tx.run(
  (db, p: { fingerprint: string; name: string | null; devtoken: string | null; now: number }) =>
    db
      .updateTable('twofactor_devices')
      .set({ name: p.name, devtoken: p.devtoken, seen_at: p.now })
      .where('fingerprint', '=', p.fingerprint),
)

const removeSeeds = tx.run((db, p: { fingerprint: string }) =>
  db
    .deleteFrom('twofactor_seeds')
    .where('device_id', 'in', (inner) =>
      inner.selectFrom('twofactor_devices').select('id').where('fingerprint', '=', p.fingerprint),
    ),
)
const remove = tx.run((db, p: { fingerprint: string }) =>
  db.deleteFrom('twofactor_devices').where('fingerprint', '=', p.fingerprint),
)

const removeSeedOf = tx.run((db, userId: string, id: string) =>
  db.deleteFrom('twofactor_seeds').where('user_id', '=', userId).where('device_id', '=', id),
)
const removeOne = tx.value((db, userId: string, id: string) =>
  db
    .deleteFrom('twofactor_devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('fingerprint'),
)

export const insertEnrolment = tx.insert('twofactor_enrolments')

/** Undefined if the enrolment is unknown, used or expired. */
export const spendEnrolment = tx.one((db, digest: string, now: number) =>
  db
    .updateTable('twofactor_enrolments')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'replaces']),
)

export const spendDeviceToken = tx.insertNew('twofactor_spent_tokens', 'fingerprint', 'jti')

export async function deleteDevice(tx: Transaction, fingerprint: string): Promise<void> {
  await removeSeeds(tx, { fingerprint })
  await remove(tx, { fingerprint })
}

/**
 * Deletes the device of one user and returns the fingerprint of its key. If several calls race, only one of them gets
 * it; undefined for the others.
 */
export async function takeDevice(tx: Transaction, userId: string, id: string): Promise<string | undefined> {
  await removeSeedOf(tx, userId, id)
  return removeOne(tx, userId, id)
}
