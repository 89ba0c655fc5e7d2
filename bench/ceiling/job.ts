import { type KeyObject, randomBytes, randomInt } from 'node:crypto'
import { unseal } from './sealing.ts'
import { readPayload, signToken } from './token.ts'

export type Job = {
  readonly job: string
  readonly ticket: string
  readonly number: string
  readonly scope: string
  readonly app: string | null
  readonly sub: string | null
  readonly message: string | null
  readonly nonce: string | null
  readonly createdAt: number
  readonly expiresAt: number
  /** How it ended; undefined while it is outstanding. `token` is sealed. */
  end: { at: number; by: string; token: string } | undefined
}

/** The members of a request, signed or not. */
export type Asked = {
  iss?: string
  sub?: string
  jti?: string
  scope: string
  message?: string
  nonce?: string
  expires_in?: number
}

/** The members of a device's answer. */
export type Answered = { sub: string; jti: string; number: string; nonce?: string; claims: object }

export function makeJob(asked: Asked): Job {
  const now = Date.now()
  return {
    job: drawId(),
    ticket: drawId(),
    number: String(randomInt(100)).padStart(2, '0'),
    scope: asked.scope,
    app: asked.iss ?? null,
    sub: asked.sub ?? null,
    message: asked.message ?? null,
    nonce: asked.nonce ?? null,
    createdAt: now,
    expiresAt: now + (asked.expires_in ?? 300) * 1000,
    end: undefined,
  }
}

function drawId(): string {
  return randomBytes(15).toString('base64url')
}

export function describeNew(url: string, { job, ticket, number, expiresAt }: Job) {
  const expires_at = new Date(expiresAt).toISOString()
  const [link, qr] = [`${url}#/job/${ticket}`, `${url}/scope/${ticket}/qr`]
  return { job, status: 'outstanding', expires_at, interval: 1, number, ticket, link, qr }
}

/** The result is for whoever holds the job, not the ticket. */
export function describeJob(
  job: Job,
  { identifier, appName, issuer }: { identifier: string; appName: string | null; issuer: Issuer },
) {
  const { app, scope, message, nonce } = job
  return {
    job: identifier,
    status: job.end === undefined ? 'outstanding' : 'completed',
    scope,
    app: app === null ? null : { fingerprint: app, name: appName, verified: false },
    message,
    nonce,
    callback: null,
    expires_at: new Date(job.expiresAt).toISOString(),
    interval: intervalOf(job),
    ...(job.end === undefined || identifier !== job.job ? {} : readResult(job, job.end, issuer)),
  }
}

export type Issuer = { url: string; key: KeyObject }

function intervalOf({ createdAt }: Job): number {
  const age = Date.now() - createdAt
  return age < 30_000 ? 1 : age < 120_000 ? 2 : 3
}

function readResult(job: Job, end: NonNullable<Job['end']>, { url, key }: Issuer) {
  const token = unseal(end.token)
  const iat = Math.floor(end.at / 1000)
  const payload = {
    iss: url,
    sub: end.by,
    aud: job.app ?? url,
    job: job.job,
    nonce: job.nonce,
    scope: job.scope,
    claims: readPayload<Answered>(token).claims,
    verified: [],
    iat,
    exp: iat + 3_600,
    jti: job.job,
  }
  return { token, receipt: signToken(key, { alg: 'EdDSA', typ: 'receipt+jwt', kid: 'ceiling' }, payload) }
}
