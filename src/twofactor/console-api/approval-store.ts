import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { ApprovalRow, ApprovalStatus, TwofactorTables } from '../base/tables.ts'

const { many } = storeOf<TwofactorTables>('heavy')

const statuses: readonly ApprovalStatus[] = ['pending', 'approved', 'denied', 'expired']

type ApprovalPage = { application_id: string; before: string; limit: number }
export type ListedApproval = Pick<
  ApprovalRow,
  'uuid' | 'user_id' | 'message' | 'status' | 'created_at' | 'processed_at' | 'expires_at'
>

const newest = many((db, p: ApprovalPage & { status: ApprovalStatus }) =>
  db
    .selectFrom('twofactor_approvals')
    .select(['uuid', 'user_id', 'message', 'status', 'created_at', 'processed_at', 'expires_at'])
    .where('application_id', '=', p.application_id)
    .where('status', '=', p.status)
    .where('uuid', '<', p.before)
    .orderBy('uuid', 'desc')
    .limit(p.limit),
)

/** Newest first. The index is by status, so listing all approvals merges four lists. */
export async function listApprovalRows(
  db: Reader,
  page: ApprovalPage,
  status: ApprovalStatus | undefined,
): Promise<ListedApproval[]> {
  if (status !== undefined) return newest(db, { ...page, status })
  const lists = await Promise.all(statuses.map((one) => newest(db, { ...page, status: one })))
  return lists
    .flat()
    .sort((a, b) => (a.uuid < b.uuid ? 1 : -1))
    .slice(0, page.limit)
}
