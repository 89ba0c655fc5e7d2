import type * as Type from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { Issuer } from '../base/issuer.ts'
import { countAppJobs, countUserJobs, holdKey, insertJob } from '../base/job-store.ts'
import { inboxTopic } from '../base/job-views.ts'
import type { KeyRecord } from '../base/key-record.ts'
import { problem } from '../base/problems.ts'
import { readScope } from '../base/scope.ts'
import { type openJob, requestJob } from '../base/scope-members.ts'
import type { JobRow, KeyRow } from '../base/tables.ts'
import { findKey } from '../keys/key-store.ts'
import { getKey } from '../keys/keys.ts'
import { findCooldown } from '../keys/relation-store.ts'
import { type Signed, spend, verifySigned } from '../keys/signed.ts'
import { pushJob } from './push.ts'

const DEFAULT_SECONDS = 300
const ID_LENGTH = 20
const MOST_OF_USER = 20
const MOST_OF_USER_AND_APP = 10
const MOST_OF_APP = 1_000
/**
 * More job creations than all processes can run at once. This close to an application's limit, creations lock its key
 * and wait for each other.
 */
const MARGIN = 100

type JobMembers = Type.Static<typeof requestJob>

/** Creates a job that anyone may ask for and anyone who scans its code may answer. No push message is sent. */
export async function createOpenJob(
  issuer: Issuer,
  members: Type.Static<typeof openJob>,
  test: boolean,
): Promise<JobRow> {
  readScope(members.scope)
  const row = makeJob(issuer, { ...members, kind: 'open', app: null, sub: null, test })
  await issuer.database.write((tx) => insertJob(tx, row))
  issuer.jobs.keep(row)
  return row
}

/** Creates a job in which an application asks one user, or anyone who opens it, for claims. */
export async function createRequestJob(issuer: Issuer, text: string, test: boolean): Promise<JobRow> {
  const signed = await verifySigned(issuer, text, requestJob, { by: 'iss' })
  if (signed.key.kind !== 'application')
    throw problem('auth-error', { detail: 'Only the key of an application asks.' })
  readScope(signed.members.scope)
  const user = signed.sub === undefined ? undefined : await getUser(issuer, signed.sub)
  const row = makeJob(issuer, {
    ...signed.members,
    kind: 'request',
    app: signed.key.fingerprint,
    sub: user?.fingerprint ?? null,
    test,
  })
  await issuer.database.write(async (tx) => {
    await insertWithinLimits(tx, signed, row)
    await pushJob(tx, issuer, row)
  })
  issuer.jobs.keep(row)
  return row
}

async function getUser(issuer: Issuer, sub: string): Promise<KeyRecord> {
  const { record } = await getKey(issuer, sub)
  if (record.kind !== 'person')
    throw problem('unknown-key', { detail: 'sub names an application, not a person.' })
  return record
}

/**
 * RFC 6454: the callback's origin must be one that the application registered. It may contain no user name and be no
 * blob URL.
 */
export function checkCallback(app: KeyRow | undefined, address: string): void {
  const origins = JSON.parse(app?.callbacks ?? '[]') as string[]
  const url = parseUrl(address)
  if (url !== undefined && origins.includes(url.origin) && url.href.startsWith(`${url.origin}/`)) return
  throw new Fault('invalid', { detail: "callback lies outside the application's registered origins" })
}

async function insertWithinLimits(tx: Transaction, signed: Signed<unknown>, row: JobRow): Promise<void> {
  const { app, sub, created_at: now } = row
  if (app === null) throw new Error('the request job has no application')
  await spend(tx, signed)
  if (row.callback !== null) checkCallback(await findKey(tx, app), row.callback)
  let ofApp = await countAppJobs(tx, app, now)
  if (ofApp >= MOST_OF_APP - MARGIN) {
    if (!(await holdKey(tx, app))) throw problem('revoked-key')
    ofApp = await countAppJobs(tx, app, now)
  }
  if (ofApp >= MOST_OF_APP) throw tooMany('this application has too many jobs outstanding', 5)
  if (sub !== null) await checkUserLimits(tx, row)
  await insertJob(tx, row)
  if (sub !== null) await recordChange(tx, inboxTopic, sub)
}

/** Checks that the user's key is live and that the user has room for another outstanding job. */
export async function checkUserLimits(
  tx: Transaction,
  { app, sub, created_at: now }: Pick<JobRow, 'app' | 'sub' | 'created_at'>,
): Promise<void> {
  if (sub === null || !(await holdKey(tx, sub))) throw problem('revoked-key')
  const cooldown = app === null ? undefined : await findCooldown(tx, app, sub)
  if (cooldown !== undefined && cooldown.until > now) {
    throw tooMany('the user denied this application lately', (cooldown.until - now) / 1000)
  }
  const counts = await countUserJobs(tx, sub, now)
  const ofApp = counts.find((count) => count.app === app)?.count ?? 0
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  if ((app !== null && ofApp >= MOST_OF_USER_AND_APP) || all >= MOST_OF_USER)
    throw tooMany('the user has too many jobs outstanding', 5)
}

function tooMany(detail: string, retryAfterSeconds: number): Fault {
  return new Fault('rate-limited', { detail, retryAfterSeconds })
}

type NewJob = JobMembers &
  Pick<JobRow, 'kind' | 'app' | 'sub'> &
  Partial<Pick<JobRow, 'address' | 'code_digest'>> & { test: boolean }

export function makeJob({ ids, clock }: Issuer, members: NewJob): JobRow {
  const now = clock.now()
  return {
    job: ids.code(ID_LENGTH),
    ticket: ids.code(ID_LENGTH),
    kind: members.kind,
    app: members.app,
    sub: members.sub,
    scope: members.scope,
    message: members.message ?? null,
    nonce: members.nonce ?? null,
    callback: members.callback ?? null,
    number: ids.digits(2),
    test: members.test ? 1 : 0,
    status: 'outstanding',
    failures: 0,
    address: members.address ?? null,
    code_digest: members.code_digest ?? null,
    answered_by: null,
    token: null,
    created_at: now,
    expires_at: now + (members.expires_in ?? DEFAULT_SECONDS) * 1000,
    ended_at: null,
  }
}
