import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { DeviceRow, TwofactorTables } from '../base/tables.ts'

const statement = statementsOf<TwofactorTables>()

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

/** A verification tries every device: more would be more guesses at once, and more work. */
export const MOST_DEVICES = 20

const ofUser = statement((db, p: { user_id: string }) =>
  db
    .selectFrom('twofactor_devices')
    .selectAll()
    .where('user_id', '=', p.user_id)
    .orderBy('created_at')
    .limit(MOST_DEVICES),
)
const ofKey = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('twofactor_devices').selectAll().where('fingerprint', '=', p.fingerprint).limit(100),
)
/** The user has a row as long as nobody removes it; it gives the device one row to be inserted with, while there is room. */
const insert = statement((db, p: DeviceRow) =>
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
const update = statement(
  (db, p: { fingerprint: string; name: string | null; devtoken: string | null; now: number }) =>
    db
      .updateTable('twofactor_devices')
      .set({ name: p.name, devtoken: p.devtoken, seen_at: p.now })
      .where('fingerprint', '=', p.fingerprint),
)
const removeSeeds = statement((db, p: { fingerprint: string }) =>
  db
    .deleteFrom('twofactor_seeds')
    .where('device_id', 'in', (inner) =>
      inner.selectFrom('twofactor_devices').select('id').where('fingerprint', '=', p.fingerprint),
    ),
)
const remove = statement((db, p: { fingerprint: string }) =>
  db.deleteFrom('twofactor_devices').where('fingerprint', '=', p.fingerprint),
)
const addEnrolment = statement((db, p: { digest: string; user_id: string; expires_at: number }) =>
  db
    .insertInto('twofactor_enrolments')
    .values({ digest: p.digest, user_id: p.user_id, expires_at: p.expires_at }),
)
const useEnrolment = statement((db, p: { digest: string; now: number }) =>
  db
    .updateTable('twofactor_enrolments')
    .set({ used_at: p.now })
    .where('digest', '=', p.digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .returning('user_id'),
)
const spend = statement((db, p: TwofactorTables['twofactor_spent_tokens']) =>
  db
    .insertInto('twofactor_spent_tokens')
    .values({ fingerprint: p.fingerprint, jti: p.jti, expires_at: p.expires_at })
    .onConflict((conflict) => conflict.columns(['fingerprint', 'jti']).doNothing()),
)

export function listDevices(db: Reader, userId: string): Promise<DeviceRow[]> {
  return db.all(ofUser, { user_id: userId })
}

/** One key may be enrolled for several users. */
export function listDevicesOfKey(db: Reader, fingerprint: string): Promise<DeviceRow[]> {
  return db.all(ofKey, { fingerprint })
}

/** False: the key is enrolled for the user already, or the user has as many devices as a user can have. */
export async function insertDevice(tx: Transaction, row: DeviceRow): Promise<boolean> {
  return (await tx.run(insert, row)) === 1
}

export async function updateDevice(
  tx: Transaction,
  change: { fingerprint: string; name: string | null; devtoken: string | null; now: number },
): Promise<void> {
  await tx.run(update, change)
}

export async function deleteDevice(tx: Transaction, fingerprint: string): Promise<void> {
  await tx.run(removeSeeds, { fingerprint })
  await tx.run(remove, { fingerprint })
}

export async function insertEnrolment(
  tx: Transaction,
  row: { digest: string; user_id: string; expires_at: number },
): Promise<void> {
  await tx.run(addEnrolment, row)
}

/** Gives the user; undefined where it is unknown, used or late. */
export async function spendEnrolment(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<string | undefined> {
  return (await tx.first(useEnrolment, { digest, now }))?.user_id
}

export async function spendDeviceToken(
  tx: Transaction,
  token: TwofactorTables['twofactor_spent_tokens'],
): Promise<boolean> {
  return (await tx.run(spend, token)) === 1
}
