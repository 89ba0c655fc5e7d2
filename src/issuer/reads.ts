import { matchesEtag } from '../kernel/etag.ts'
import { Fault } from '../kernel/fault.ts'
import { type Answer, EventStream, type Request, Serialized } from '../kernel/operation.ts'
import { serializeOnce } from '../kernel/validate.ts'
import { listInbox, openInbox } from './inbox.ts'
import type { Issuer } from './issuer.ts'
import { getKey } from './keys.ts'
import { keyRecord, type operations } from './operations.ts'
import { problem } from './problems.ts'
import { type JobState, openToken, readJob, showJob } from './results.ts'

type Operations = typeof operations

export async function answerKey(
  issuer: Issuer,
  request: Request<Operations['getKey']>,
): Promise<Answer<Operations['getKey']>> {
  const { etag, record } = await getKey(issuer, request.params.PK)
  const headers = { etag, 'cache-control': 'public, max-age=60' }
  if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers }
  return { status: 200, headers, body: serializeOnce(keyRecord, record) }
}

/** A poll of an outstanding job is answered from memory, at once or when something happens. */
export async function answerPoll(
  issuer: Issuer,
  request: Request<Operations['getScopeJob']>,
): Promise<Answer<Operations['getScopeJob']>> {
  const { job } = request.params
  limitPolls(issuer, job)
  let state = await readJob(issuer, job)
  const { wait } = request.query
  if (wait !== undefined && state.status === 'outstanding') {
    const left = state.row.expires_at - issuer.clock.now()
    const watched = state.row.job
    await request.hold((wake) => issuer.jobs.watch.on(watched, wake), Math.min(wait * 1000, left))
    state = await readJob(issuer, job)
  }
  const wantsToken = request.header('accept')?.includes('application/jwt') === true && !state.byTicket
  return wantsToken
    ? answerToken(issuer, state)
    : answerRecord(issuer, state, request.header('if-none-match'))
}

/** Once a second is always allowed; more than twice for long is not. */
function limitPolls({ polls }: Issuer, job: string): void {
  const turn = polls?.take(job)
  if (turn === undefined || turn.allowed) return
  throw new Fault('rate-limited', {
    detail: 'this job is asked too often',
    retryAfterSeconds: turn.retryAfterSeconds,
  })
}

async function answerToken(issuer: Issuer, state: JobState): Promise<Answer<Operations['getScopeJob']>> {
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
): Promise<Answer<Operations['getScopeJob']>> {
  const etag = `"${state.status}.${state.interval}${state.byTicket ? '.ticket' : ''}"`
  const pending = state.status === 'outstanding' ? { 'retry-after': String(state.interval) } : {}
  const headers = { etag, 'cache-control': 'no-store', ...pending }
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers }
  return { status: 200, headers, body: await showJob(issuer, state) }
}

export async function headJob(issuer: Issuer, job: string): Promise<Answer<Operations['headScopeJob']>> {
  limitPolls(issuer, job)
  const { status, byTicket } = await readJob(issuer, job)
  if (byTicket) throw problem('unknown-job')
  return { status: status === 'completed' ? 200 : status === 'outstanding' ? 204 : 410 }
}

/** The record now, and once more when the job ends. */
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
    }
    return follow(issuer, tell, end, {
      subscribe: (wake) => issuer.jobs.watch.on(first.row.job, wake),
      endsInMs: first.row.expires_at - issuer.clock.now(),
    })
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
    const tell = async () => send({ event: 'inbox', data: { jobs: await listInbox(issuer, sub) } })
    return follow(issuer, tell, end, { subscribe: (wake) => issuer.jobs.inbox.on(sub, wake) })
  })
  return { status: 200, body: stream }
}

type Source = { subscribe: (wake: () => void) => () => void; endsInMs?: number }

/** Tells now and at every change; a failure ends the stream, and the client connects again. */
function follow(
  { log }: Issuer,
  tell: () => Promise<void>,
  end: () => void,
  { subscribe, endsInMs }: Source,
): () => void {
  const wake = () => {
    tell().catch((cause: unknown) => {
      log.warn('a stream ended early', { cause })
      end()
    })
  }
  const leave = subscribe(wake)
  const timer = endsInMs === undefined ? undefined : setTimeout(wake, Math.max(0, endsInMs))
  wake()
  return () => {
    clearTimeout(timer)
    leave()
  }
}
