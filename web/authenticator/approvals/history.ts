import { addHistory, history } from '../base/state.ts'
import { serverNow } from '../keys/server-time.ts'
import type { HistoryEntry } from '../store/records.ts'
import type { ShownApproval } from './approval.ts'

/** A failed history entry is not an error: the answer has been given. */
export async function noteApproval(
  { uuid, app, message }: ShownApproval,
  outcome: HistoryEntry['outcome'],
): Promise<void> {
  const entry = { id: uuid, at: Date.now(), kind: 'approval' as const, outcome, who: app.name, message }
  await addHistory(entry).catch(() => undefined)
}

/** Records an approval that expired without an answer from this device. */
export function noteExpired(approval: ShownApproval): void {
  const { uuid, expires_at } = approval
  if (expires_at === null || Date.parse(expires_at) > serverNow() + 1_000) return
  if (!history.peek().some(({ id }) => id === uuid)) void noteApproval(approval, 'expired')
}
