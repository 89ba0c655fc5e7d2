import { Problem } from '../../kernel/contract/problem.ts'
import { readVerifiedPayload } from '../../kernel/jwt/compact.ts'
import { type Issuer, issuerOf } from '../base/issuer.ts'
import { intervalAt, statusAt } from '../base/job-views.ts'
import type { KeyRecord } from '../base/key-record.ts'
import type { JobRow, JobStatus } from '../base/tables.ts'
import { getKey } from '../keys/keys.ts'
import { listClaimTokens } from './answer.ts'
import { getJob } from './current-job.ts'

const RECEIPT_SECONDS = 3_600

export type AppMark = { fingerprint: string; name: string | null; verified: boolean }

type JobAnswer = {
  job: string
  status: JobStatus
  scope: string
  app: AppMark | null
  message: string | null
  nonce: string | null
  callback: string | null
  expires_at: string
  interval: number
  token?: string
  receipt?: string
}

export type JobState = { row: JobRow; status: JobStatus; interval: number; byTicket: boolean }

export async function readJob(issuer: Issuer, identifier: string): Promise<JobState> {
  return stateOf(await getJob(issuer, identifier), identifier, issuer.clock.now())
}

function stateOf(row: JobRow, identifier: string, now: number): JobState {
  return { row, status: row.status, interval: intervalAt(row, now), byTicket: row.job !== identifier }
}

/** An outstanding job that is in memory; undefined if it may have ended. */
export function recallOutstanding({ jobs, clock }: Issuer, identifier: string): JobState | undefined {
  const row = jobs.recall(identifier)
  const now = clock.now()
  if (row === undefined || statusAt(row, now) !== 'outstanding') return undefined
  return stateOf(row, identifier, now)
}

/** With a ticket a job shows only what a device needs to answer it; the result needs the job's ID. */
export async function showJob(
  issuer: Issuer,
  { row, status, interval, byTicket }: JobState,
): Promise<JobAnswer> {
  const result = status === 'completed' && !byTicket ? await readResult(issuer, row) : {}
  return {
    job: byTicket ? row.ticket : row.job,
    status,
    scope: row.scope,
    app: row.app === null ? null : await markOf(issuer, row.app),
    message: row.message,
    nonce: row.nonce,
    callback: row.callback,
    expires_at: new Date(row.expires_at).toISOString(),
    interval,
    ...result,
  }
}

/** A revoked application is shown by its fingerprint, without a name. */
export async function markOf(issuer: Issuer, fingerprint: string): Promise<AppMark> {
  const record = await findRecord(issuer, fingerprint)
  return { fingerprint, name: record?.name ?? null, verified: record?.verified ?? false }
}

async function findRecord(issuer: Issuer, fingerprint: string): Promise<KeyRecord | undefined> {
  try {
    return (await getKey(issuer, fingerprint)).record
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Shown = { interval: number; byTicket: boolean; app: KeyRecord | undefined; answer: JobAnswer }
const shown = new WeakMap<JobRow, Shown>()

/** The answer to the last poll, if it is still right: it depends on the interval, the application and the view. */
function findFitting(
  { row, interval, byTicket }: JobState,
  app: KeyRecord | undefined,
): JobAnswer | undefined {
  const last = shown.get(row)
  return last?.interval === interval && last.byTicket === byTicket && last.app === app
    ? last.answer
    : undefined
}

/** The answer to the last poll of an outstanding job, if it is certainly right: most polls see no change. */
export function findShown({ keys }: Issuer, state: JobState): JobAnswer | undefined {
  const { app } = state.row
  if (app === null) return findFitting(state, undefined)
  const record = keys.get(app)?.record
  // Without a record the application is revoked or not in memory.
  return record && findFitting(state, record)
}

export async function showOutstanding(issuer: Issuer, state: JobState): Promise<JobAnswer> {
  const { row, interval, byTicket } = state
  const app = row.app === null ? undefined : await findRecord(issuer, row.app)
  const last = findFitting(state, app)
  if (last !== undefined) return last
  const answer = await showJob(issuer, state)
  shown.set(row, { interval, byTicket, app, answer })
  return answer
}

export function openToken(issuer: Issuer, row: JobRow): string {
  if (row.token === null) throw new Error('the completed job has no token')
  return issuer.vault.open('issuer.token', row.token)
}

/** What the user gave, by the token that was verified when it was stored. */
export function readClaims(token: string): Readonly<Record<string, unknown>> {
  return Object(readVerifiedPayload(token).claims)
}

async function readResult(issuer: Issuer, row: JobRow): Promise<{ token: string; receipt?: string }> {
  const token = openToken(issuer, row)
  return row.kind === 'verification' ? { token } : { token, receipt: await signReceipt(issuer, row, token) }
}

/** Signs a receipt: which claims the user gave, and which of them the issuer had verified itself. */
function signReceipt(issuer: Issuer, row: JobRow, token: string): Promise<string> {
  const { purpose, iss } = issuerOf(issuer, row.test === 1)
  const claims = readClaims(token)
  const verified = listClaimTokens(claims).map(({ name }) => name)
  const issuedAt = Math.floor((row.ended_at ?? 0) / 1000)
  return issuer.signer.sign(purpose, {
    typ: 'receipt+jwt',
    payload: {
      iss,
      sub: row.answered_by,
      aud: row.app ?? iss,
      job: row.job,
      ...(row.nonce === null ? {} : { nonce: row.nonce }),
      scope: row.scope,
      claims,
      verified,
      iat: issuedAt,
      exp: issuedAt + RECEIPT_SECONDS,
      jti: row.job,
    },
  })
}
