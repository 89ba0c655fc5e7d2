import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { TwofactorTables, UserRow } from './tables.ts'

const statement = statementsOf<TwofactorTables>()

type NewUser = Pick<
  UserRow,
  'id' | 'application_id' | 'number' | 'phone_digest' | 'phone' | 'country_code' | 'email' | 'created_at'
>

/** Which counts of failures an attempt adds to: 1 or 0 each. */
export type Kinds = { readonly code: number; readonly app: number }

/** Neither the number on the wire nor a live user's phone is there twice in an application. */
const insert = statement((db, p: NewUser) =>
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
const byPhone = statement((db, p: { application_id: string; phone_digest: string }) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('phone_digest', '=', p.phone_digest)
    .where('removed_at', 'is', null),
)
const byNumber = statement((db, p: { application_id: string; number: number }) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('number', '=', p.number)
    .where('removed_at', 'is', null),
)
const byId = statement((db, p: { id: string }) =>
  db.selectFrom('twofactor_users').selectAll().where('id', '=', p.id).where('removed_at', 'is', null),
)
/** An attempt counts before it is judged: no more are judged than are allowed, however many come at once. */
const attempt = statement((db, p: Kinds & { id: string; now: number }) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({
      failures: row('failures', '+', p.code),
      app_failures: row('app_failures', '+', p.app),
    }))
    .where('id', '=', p.id)
    .where('removed_at', 'is', null)
    .where('shut_at', 'is', null)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<=', p.now)]))
    .returning(['failures', 'app_failures']),
)
const open = { locked_until: null, shut_at: null, confirmed: 1 } as const
const succeedByCode = statement((db, p: Kinds & { id: string }) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ failures: 0, app_failures: row('app_failures', '-', p.app), ...open }))
    .where('id', '=', p.id),
)
const succeedByApp = statement((db, p: Kinds & { id: string }) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ failures: row('failures', '-', p.code), app_failures: 0, ...open }))
    .where('id', '=', p.id),
)
type Lock = { id: string; until: number | null; shut_at: number | null }
const lock = statement((db, p: Lock) =>
  db.updateTable('twofactor_users').set({ locked_until: p.until, shut_at: p.shut_at }).where('id', '=', p.id),
)
/** A locked user always has at least one recorded failure. */
const unlock = statement((db, p: { id: string }) =>
  db
    .updateTable('twofactor_users')
    .set({ failures: 0, app_failures: 0, locked_until: null, shut_at: null })
    .where('id', '=', p.id)
    .where((row) => row.or([row('failures', '>', 0), row('app_failures', '>', 0)])),
)
const remove = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('twofactor_users')
    .set({ removed_at: p.now, phone: '', email: null, phone_digest: '' })
    .where('id', '=', p.id)
    .where('removed_at', 'is', null),
)
const dropCodes = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_codes').where('user_id', '=', p.user_id),
)
const dropSeeds = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_seeds').where('user_id', '=', p.user_id),
)
const dropDevices = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_devices').where('user_id', '=', p.user_id),
)
const dropEnrolments = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_enrolments').where('user_id', '=', p.user_id),
)
const dropApprovals = statement((db, p: { user_id: string }) =>
  db.deleteFrom('twofactor_approvals').where('user_id', '=', p.user_id),
)
const email = statement((db, p: { id: string; email: string }) =>
  db
    .updateTable('twofactor_users')
    .set({ email: p.email })
    .where('id', '=', p.id)
    .where('removed_at', 'is', null),
)

/** False: the phone or the number is taken. */
export async function insertUser(tx: Transaction, row: NewUser): Promise<boolean> {
  return (await tx.run(insert, row)) === 1
}

export function findUserByPhone(
  db: Reader,
  applicationId: string,
  phoneDigest: string,
): Promise<UserRow | undefined> {
  return db.first(byPhone, { application_id: applicationId, phone_digest: phoneDigest })
}

export function findUserByNumber(
  db: Reader,
  applicationId: string,
  number: number,
): Promise<UserRow | undefined> {
  return db.first(byNumber, { application_id: applicationId, number })
}

export function findUser(db: Reader, id: string): Promise<UserRow | undefined> {
  return db.first(byId, { id })
}

/** Undefined: the user is locked out, or removed. */
export function takeAttempt(tx: Transaction, id: string, kinds: Kinds, now: number) {
  return tx.first(attempt, { id, ...kinds, now })
}

/** Clears the count of the kind that succeeded; what the attempt added to the other one is taken back. */
export async function settleSuccess(
  tx: Transaction,
  id: string,
  by: 'code' | 'app',
  counted: Kinds,
): Promise<void> {
  await tx.run(by === 'code' ? succeedByCode : succeedByApp, { id, ...counted })
}

export async function lockUser(tx: Transaction, given: Lock): Promise<void> {
  await tx.run(lock, given)
}

/** False: there was nothing to lift. */
export async function forgetFailures(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run(unlock, { id })) === 1
}

/** Every secret goes with the user. */
export async function removeUserRow(tx: Transaction, id: string, now: number): Promise<boolean> {
  if ((await tx.run(remove, { id, now })) !== 1) return false
  for (const drop of [dropCodes, dropSeeds, dropDevices, dropEnrolments, dropApprovals])
    await tx.run(drop, { user_id: id })
  return true
}

export async function updateEmail(tx: Transaction, id: string, sealed: string): Promise<void> {
  await tx.run(email, { id, email: sealed })
}
