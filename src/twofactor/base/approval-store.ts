import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { ApprovalRow, ApprovalStatus, TwofactorTables } from './tables.ts'

const statement = statementsOf<TwofactorTables>()

const insert = statement((db, p: ApprovalRow) =>
  db.insertInto('twofactor_approvals').values({
    uuid: p.uuid,
    application_id: p.application_id,
    user_id: p.user_id,
    message: p.message,
    details: p.details,
    hidden_details: p.hidden_details,
    logos: p.logos,
    status: 'pending',
    numbers: p.numbers,
    notified: p.notified,
    created_at: p.created_at,
    updated_at: p.updated_at,
    expires_at: p.expires_at,
    seconds_to_expire: p.seconds_to_expire,
  }),
)
const byUuid = statement((db, p: { uuid: string }) =>
  db.selectFrom('twofactor_approvals').selectAll().where('uuid', '=', p.uuid),
)
/** What a poll tells, with the user's number and sealed address: the texts stay where they are. */
const polled = statement((db, p: { uuid: string }) =>
  db
    .selectFrom('twofactor_approvals as approval')
    .leftJoin('twofactor_users as user', (join) =>
      join.onRef('user.id', '=', 'approval.user_id').on('user.removed_at', 'is', null),
    )
    .select([
      'approval.uuid',
      'approval.application_id',
      'approval.user_id',
      'approval.status',
      'approval.notified',
      'approval.created_at',
      'approval.updated_at',
      'approval.processed_at',
      'approval.expires_at',
      'approval.seconds_to_expire',
      'user.number',
      'user.email',
    ])
    .where('approval.uuid', '=', p.uuid),
)
const pendingOf = statement((db, p: { user_id: string; now: number }) =>
  db
    .selectFrom('twofactor_approvals')
    .selectAll()
    .where('user_id', '=', p.user_id)
    .where('status', '=', 'pending')
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', p.now)]))
    .orderBy('created_at')
    .limit(50),
)
/** Of all answers and the time-out one counts. */
const settle = statement(
  (db, p: { uuid: string; status: ApprovalStatus; device_id: string; signature: string; now: number }) =>
    db
      .updateTable('twofactor_approvals')
      .set({
        status: p.status,
        device_id: p.device_id,
        signature: p.signature,
        processed_at: p.now,
        updated_at: p.now,
      })
      .where('uuid', '=', p.uuid)
      .where('status', '=', 'pending')
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', p.now)])),
)
const expire = statement((db, p: { now: number; limit: number }) =>
  db
    .updateTable('twofactor_approvals')
    .set({ status: 'expired', updated_at: p.now })
    .where('uuid', 'in', (inner) =>
      inner
        .selectFrom('twofactor_approvals')
        .select('uuid')
        .where('status', '=', 'pending')
        .where('expires_at', '<=', p.now)
        .limit(p.limit),
    )
    .where('status', '=', 'pending')
    .returning(['uuid', 'user_id']),
)
const hold = statement((db, p: { id: string }) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ denials: row.ref('denials') }))
    .where('id', '=', p.id)
    .where('removed_at', 'is', null)
    .returning(['push_after', 'denials']),
)
const cool = statement((db, p: { id: string; denials: number; push_after: number | null }) =>
  db
    .updateTable('twofactor_users')
    .set({ denials: p.denials, push_after: p.push_after })
    .where('id', '=', p.id),
)

export async function insertApproval(tx: Transaction, row: ApprovalRow): Promise<void> {
  await tx.run(insert, row)
}

export type PolledApproval = Omit<
  ApprovalRow,
  'message' | 'details' | 'hidden_details' | 'logos' | 'numbers' | 'device_id' | 'signature'
> & { number: number | null; email: string | null }

export function findPolledApproval(db: Reader, uuid: string): Promise<PolledApproval | undefined> {
  return db.first(polled, { uuid })
}

export function findApproval(db: Reader, uuid: string): Promise<ApprovalRow | undefined> {
  return db.first(byUuid, { uuid })
}

export function listPending(db: Reader, userId: string, now: number): Promise<ApprovalRow[]> {
  return db.all(pendingOf, { user_id: userId, now })
}

export async function settleApproval(
  tx: Transaction,
  given: { uuid: string; status: ApprovalStatus; device_id: string; signature: string; now: number },
): Promise<boolean> {
  return (await tx.run(settle, given)) === 1
}

export function expireApprovals(
  db: Writer,
  now: number,
  limit: number,
): Promise<Pick<ApprovalRow, 'uuid' | 'user_id'>[]> {
  return db.all(expire, { now, limit })
}

/** Makes those who write about one user wait for each other; undefined where the user is removed. */
export function holdUser(tx: Transaction, id: string) {
  return tx.first(hold, { id })
}

export async function setPushPause(
  tx: Transaction,
  id: string,
  denials: number,
  pushAfter: number | null,
): Promise<void> {
  await tx.run(cool, { id, denials, push_after: pushAfter })
}
