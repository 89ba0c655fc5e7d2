import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { TwofactorTables, UserRow } from './tables.ts'

const { one, tx } = storeOf<TwofactorTables>()

type NewUser = Pick<
  UserRow,
  'id' | 'application_id' | 'number' | 'phone_digest' | 'phone' | 'country_code' | 'email' | 'created_at'
>

/** Which failure counts an attempt adds to, 1 or 0 each. */
export type Kinds = { readonly code: number; readonly app: number }

/**
 * False: another live user of the application has this phone number, or the number on the wire is already used there.
 */
export const insertUser = tx.guarded((db, p: NewUser) =>
  db
    .insertInto('twofactor_users')
    .values({
      id: p.id,
      application_id: p.application_id,
      number: p.number,
      phone_digest: p.phone_digest,
      phone: p.phone,
      country_code: p.country_code,
      email: p.email,
      created_at: p.created_at,
      failures: 0,
      app_failures: 0,
      denials: 0,
      confirmed: 0,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

export const findUserByPhone = one((db, applicationId: string, phoneDigest: string) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('phone_digest', '=', phoneDigest)
    .where('removed_at', 'is', null),
)

export const findUserByNumber = one((db, applicationId: string, number: number) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('number', '=', number)
    .where('removed_at', 'is', null),
)

/**
 * What sending a code needs: the phone number, and the kind of phone that the user's app runs on, which is `app` if it
 * is unknown and null if they have none.
 */
export const findRecipient = one((db, applicationId: string, number: number) =>
  db
    .selectFrom('twofactor_users as user')
    .select((row) => [
      'user.id',
      'user.phone',
      row
        .selectFrom('twofactor_devices as device')
        .select((of) => of.fn.coalesce('device.os_type', sql.lit('app')).as('app'))
        .whereRef('device.user_id', '=', 'user.id')
        .orderBy('device.created_at')
        .limit(1)
        .as('app'),
    ])
    .where('application_id', '=', applicationId)
    .where('number', '=', number)
    .where('removed_at', 'is', null),
)

export const findUser = one((db, id: string) =>
  db.selectFrom('twofactor_users').selectAll().where('id', '=', id).where('removed_at', 'is', null),
)

/**
 * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. Undefined: the user is
 * locked or removed.
 */
export const takeAttempt = tx.one((db, id: string, kinds: Kinds, now: number) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({
      failures: row('failures', '+', kinds.code),
      app_failures: row('app_failures', '+', kinds.app),
    }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('shut_at', 'is', null)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<=', now)]))
    .returning(['failures', 'app_failures']),
)

const open = { locked_until: null, shut_at: null, confirmed: 1 } as const
/**
 * Clears the app's failure count, and takes back what this attempt added to the other one. False: the user is locked
 * or removed.
 */
export const succeedByApp = tx.guarded((db, id: string, counted: Kinds, now: number) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ failures: row('failures', '-', counted.code), app_failures: 0, ...open }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('shut_at', 'is', null)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<=', now)])),
)

/** The other way round. A code also unlocks a user who was locked out for good. */
export const succeedByCode = tx.run((db, id: string, counted: Kinds) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ failures: 0, app_failures: row('app_failures', '-', counted.app), ...open }))
    .where('id', '=', id),
)

type Lock = { id: string; until: number | null; shut_at: number | null }

export const lockUser = tx.run((db, p: Lock) =>
  db.updateTable('twofactor_users').set({ locked_until: p.until, shut_at: p.shut_at }).where('id', '=', p.id),
)

/** False: there was nothing to clear. A locked user always has at least one recorded failure. */
export const forgetFailures = tx.guarded((db, id: string) =>
  db
    .updateTable('twofactor_users')
    .set({ failures: 0, app_failures: 0, locked_until: null, shut_at: null })
    .where('id', '=', id)
    .where((row) => row.or([row('failures', '>', 0), row('app_failures', '>', 0)])),
)

const remove = tx.changed((db, p: { id: string; now: number }) =>
  db
    .updateTable('twofactor_users')
    .set({ removed_at: p.now, phone: '', email: null, phone_digest: '' })
    .where('id', '=', p.id)
    .where('removed_at', 'is', null),
)
/** Everything else that is stored about a user. */
const belongings = [
  'twofactor_codes',
  'twofactor_seeds',
  'twofactor_devices',
  'twofactor_enrolments',
  'twofactor_approvals',
] as const
const drops = belongings.map((table) =>
  tx.changed((db, userId: string) => db.deleteFrom(table).where('user_id', '=', userId)),
)

export const updateEmail = tx.run((db, id: string, sealed: string) =>
  db
    .updateTable('twofactor_users')
    .set({ email: sealed })
    .where('id', '=', id)
    .where('removed_at', 'is', null),
)

/** Deletes all of the user's secrets too. */
export async function removeUserRow(tx: Transaction, id: string, now: number): Promise<boolean> {
  if ((await remove(tx, { id, now })) !== 1) return false
  for (const drop of drops) await drop(tx, id)
  return true
}
