import { storeOf } from '../../kernel/database/store.ts'
import type { ApprovalRow, ApprovalStatus, TwofactorTables } from './tables.ts'

const { one, many, tx } = storeOf<TwofactorTables>()

export const insertApproval = tx.insert('twofactor_approvals')

export const findApproval = one((db, uuid: string) =>
  db.selectFrom('twofactor_approvals').selectAll().where('uuid', '=', uuid),
)

/** The columns that a poll needs, with the user's number and encrypted address, but without the long texts. */
export const findPolledApproval = one((db, uuid: string) =>
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
    .where('approval.uuid', '=', uuid),
)

export const listPending = many((db, userId: string, now: number) =>
  db
    .selectFrom('twofactor_approvals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('created_at')
    .limit(50),
)

/** Several answers and the time-out may compete: only the first one counts. */
export const settleApproval = tx.guarded(
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

export const expireApprovals = many((db, now: number, limit: number) =>
  db
    .updateTable('twofactor_approvals')
    .set({ status: 'expired', updated_at: now })
    .where('uuid', 'in', (inner) =>
      inner
        .selectFrom('twofactor_approvals')
        .select('uuid')
        .where('status', '=', 'pending')
        .where('expires_at', '<=', now)
        .limit(limit),
    )
    .where('status', '=', 'pending')
    .returning(['uuid', 'user_id']),
)

/**
 * Locks a user's row, so that concurrent writes about one user wait for each other. Undefined if the user was
 * removed.
 */
export const holdUser = tx.one((db, id: string) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({ denials: row.ref('denials') }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning(['push_after', 'denials']),
)

export const setPushPause = tx.run((db, id: string, denials: number, pushAfter: number | null) =>
  db.updateTable('twofactor_users').set({ denials, push_after: pushAfter }).where('id', '=', id),
)

export type PolledApproval = Omit<
  ApprovalRow,
  'message' | 'details' | 'hidden_details' | 'logos' | 'numbers' | 'device_id' | 'signature'
> & { number: number | null; email: string | null }
