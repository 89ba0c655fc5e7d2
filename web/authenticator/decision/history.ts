import { addHistory, history } from '../base/state.ts'
import { serverNow } from '../keys/server-time.ts'
import type { HistoryEntry } from '../store/records.ts'

type Answered = Omit<HistoryEntry, 'at'>

/** A failed history entry is not an error: the answer has been given. */
export async function noteAnswer(entry: Answered): Promise<void> {
  await addHistory({ ...entry, at: Date.now() }).catch(() => undefined)
}

/** Records a request that expired without an answer from this device. */
export function noteExpired(request: Omit<Answered, 'outcome'>, expiresAt: string | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > serverNow() + 1_000) return
  if (history.peek().some(({ id }) => id === request.id)) return
  void noteAnswer({ ...request, outcome: 'expired' })
}
