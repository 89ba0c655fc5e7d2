import { Fault } from '../kernel/base/fault.ts'
import { matchesEtag } from '../kernel/contract/etag.ts'
import { type Answer, EventStream, type Request, Serialized } from '../kernel/contract/operation.ts'
import { serializeOnce } from '../kernel/contract/validate.ts'
import type { Issuer } from './base/issuer.ts'
import { problem } from './base/problems.ts'
import type { JobRow } from './base/tables.ts'
import { getCurrentKey } from './keys/keys.ts'
import { jobRecord, keyRecord, type operations } from './operations.ts'
import { follow } from './scope-jobs/follow.ts'
import { listInbox, openInbox } from './scope-jobs/inbox.ts'
import {
  findShown,
  type JobState,
  openToken,
  readJob,
  recallOutstanding,
  showJob,
  showOutstanding,
} from './scope-jobs/results.ts'

type Operations = typeof operations

export async function answerKey(
  issuer: Issuer,
  request: Request<Operations['getKey']>,
): Promise<Answer<Operations['getKey']>> {
  const { etag, record } = await getCurrentKey(issuer, request.params.PK)
  const headers = { etag, 'cache-control': 'public, max-age=60' }
  if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers }
  return { status: 200, headers, body: serializeOnce(keyRecord, record) }
}

type Poll = Request<Operations['getScopeJob']>
type PollAnswer = Answer<Operations['getScopeJob']>

/** Answers a poll of an outstanding job from memory, immediately or as soon as the job changes. */
export function answerPoll(issuer: Issuer, request: Poll): PollAnswer | Promise<PollAnswer> {
  limitPolls(issuer, request.params.job)
  return answerAgain(issuer, request) ?? answerState(issuer, request)
}

/** Most polls see what the poll before them saw; that answer is there without waiting for anything. */
function answerAgain(issuer: Issuer, request: Poll): PollAnswer | undefined {
  if (request.query.wait !== undefined || wantsToken(request)) return undefined
  const state = recallOutstanding(issuer, request.params.job)
  const last = state && findShown(issuer, state)
  if (state === undefined || last === undefined) return undefined
  const headers = headersOf(state)
  if (matchesEtag(request.header('if-none-match'), headers.etag)) return { status: 304, headers }
  return { status: 200, headers, body: serializeOnce(jobRecord, last) }
}

async function answerState(issuer: Issuer, request: Poll): Promise<PollAnswer> {
  const { job } = request.params
  let state = await readJob(issuer, job)
  const { wait } = request.query
  if (wait !== undefined && state.status === 'outstanding') {
    const { row } = state
    const left = row.expires_at - issuer.clock.now()
    await request.hold((wake) => watchJob(issuer, row, wake), wait * 1000, left)
    state = await readJob(issuer, job)
  }
  return wantsToken(request) && !state.byTicket
    ? answerToken(issuer, state)
    : answerRecord(issuer, state, request.header('if-none-match'))
}

function wantsToken(request: Poll): boolean {
  return request.header('accept')?.includes('application/jwt') === true
}

/** Wakes immediately if the job changed after the row was read. */
function watchJob({ jobs }: Issuer, row: JobRow, wake: () => void): () => void {
  const leave = jobs.watch.on(row.job, wake)
  if (!jobs.isCurrent(row)) wake()
  return leave
}

/** One poll per second is always allowed; a sustained rate above two per second is refused. */
function limitPolls({ polls }: Issuer, job: string): void {
  const turn = polls?.take(job)
  if (turn === undefined || turn.allowed) return
  throw new Fault('rate-limited', {
    detail: 'this job is asked too often',
    retryAfterSeconds: turn.retryAfterSeconds,
  })
}

async function answerToken(issuer: Issuer, state: JobState): Promise<PollAnswer> {
  if (state.status === 'outstanding')
    return { status: 204, headers: { 'retry-after': String(state.interval) } }
  if (state.status !== 'completed') return answerRecord(issuer, state, undefined)
  const headers = { 'content-type': 'application/jwt' }
  return { status: 200, headers, body: new Serialized(openToken(issuer, state.row)) }
}

async function answerRecord(
  issuer: Issuer,
  state: JobState,
  ifNoneMatch: string | undefined,
): Promise<PollAnswer> {
  const headers = headersOf(state)
  if (matchesEtag(ifNoneMatch, headers.etag)) return { status: 304, headers }
  if (state.status !== 'outstanding') return { status: 200, headers, body: await showJob(issuer, state) }
  return { status: 200, headers, body: serializeOnce(jobRecord, await showOutstanding(issuer, state)) }
}

function headersOf({ status, interval, byTicket }: JobState) {
  const etag = `"${status}.${interval}${byTicket ? '.ticket' : ''}"`
  const pending = status === 'outstanding' ? { 'retry-after': String(interval) } : {}
  return { etag, 'cache-control': 'no-store', ...pending }
}

export async function headJob(issuer: Issuer, job: string): Promise<Answer<Operations['headScopeJob']>> {
  limitPolls(issuer, job)
  const { status, byTicket } = await readJob(issuer, job)
  if (byTicket) throw problem('unknown-job')
  return { status: status === 'completed' ? 200 : status === 'outstanding' ? 204 : 410 }
}

/** Streams the job's record now, and again when the job ends. */
export async function answerStream(
  issuer: Issuer,
  job: string,
): Promise<Answer<Operations['streamScopeJob']>> {
  limitPolls(issuer, job)
  const first = await readJob(issuer, job)
  const stream = new EventStream((send, end) => {
    const tell = async () => {
      const state = await readJob(issuer, job)
      send({ event: 'job', data: await showJob(issuer, state) })
      if (state.status !== 'outstanding') end()
      return state.status === 'outstanding' ? state.row.expires_at : undefined
    }
    return follow(issuer, { tell, end, subscribe: (wake) => issuer.jobs.watch.on(first.row.job, wake) })
  })
  return { status: 200, body: stream }
}

export async function answerInbox(
  issuer: Issuer,
  request: Request<Operations['listInbox']>,
): Promise<Answer<Operations['listInbox']>> {
  const sub = await openInbox(issuer, request.params.PK, request.header('authorization'))
  if (!request.header('accept')?.includes('text/event-stream')) {
    return { status: 200, body: { jobs: await listInbox(issuer, sub) } }
  }
  const stream = new EventStream((send, end) => {
    const tell = async () => {
      const jobs = await listInbox(issuer, sub)
      send({ event: 'inbox', data: { jobs } })
      return soonestEnd(jobs)
    }
    return follow(issuer, { tell, end, subscribe: (wake) => issuer.jobs.inbox.on(sub, wake) })
  })
  return { status: 200, body: stream }
}

function soonestEnd(jobs: readonly { expires_at: string }[]): number | undefined {
  return jobs.length === 0 ? undefined : Math.min(...jobs.map(({ expires_at }) => Date.parse(expires_at)))
}
