import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { addHistory, history, identities } from '../base/state.ts'
import { serverNow } from '../keys/server-time.ts'
import type { HistoryEntry } from '../store/records.ts'
import { isSameBlock } from './blocks.ts'
import { changeBlock } from './job.ts'

type Asked = Pick<ScopeJob, 'app' | 'message'>

/** The asking application as stored in the history: its name is its own choice, so the fingerprint is stored too. */
export function describeAsker({
  app,
  message,
}: Asked): Pick<HistoryEntry, 'who' | 'fingerprint' | 'message'> {
  return {
    who: app?.name ?? '',
    ...(app === null ? {} : { fingerprint: app.fingerprint }),
    ...(message === null ? {} : { message }),
  }
}

type Told = Omit<HistoryEntry, 'at' | 'kind'>

/** A failed history entry is not an error: the answer has been given. */
export async function noteLogin(entry: Told): Promise<void> {
  await addHistory({ ...entry, at: Date.now(), kind: 'login' }).catch(() => undefined)
}

/** Records a request that expired without an answer from this device. */
export function noteExpired(ticket: string, job: Asked & Pick<ScopeJob, 'expires_at'>): void {
  if (Date.parse(job.expires_at) > serverNow() + 1_000) return
  if (history.peek().some(({ id }) => id === ticket)) return
  void noteLogin({ id: ticket, outcome: 'expired', ...describeAsker(job) })
}

/** Unblocks an application that was blocked with an answer, or with several. */
export async function unblock(ticket: string): Promise<void> {
  const entry = history.peek().find(({ id }) => id === ticket)
  const identity = identities.peek().find(({ id }) => id === entry?.identity)
  if (entry?.fingerprint === undefined || identity === undefined) throw new Error('nobody is blocked by this')
  await changeBlock(identity, { unblock: entry.fingerprint })
  for (const other of history.peek().filter((one) => one.blocked === true && isSameBlock(one, entry)))
    await addHistory({ ...other, blocked: false })
}
