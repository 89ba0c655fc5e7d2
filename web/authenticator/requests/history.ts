import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { addHistory, history, identities } from '../base/state.ts'
import type { HistoryEntry } from '../store/records.ts'
import { isSameBlock } from './blocks.ts'
import { changeBlock } from './job.ts'

type Asked = Pick<ScopeJob, 'job' | 'app' | 'message'>

/** The request as stored in the history: the application's name is its own choice, so its fingerprint is stored too. */
export function describeRequest({ job, app, message }: Asked): Omit<HistoryEntry, 'at' | 'outcome'> {
  return {
    id: job,
    kind: 'login',
    who: app?.name ?? '',
    ...(app === null ? {} : { fingerprint: app.fingerprint }),
    ...(message === null ? {} : { message }),
  }
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
