import * as Type from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import { equalInConstantTime } from '../../kernel/base/secret.ts'
import type { Problem } from '../../kernel/contract/problem.ts'
import { closed } from '../../kernel/contract/schema.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { Issuer } from '../base/issuer.ts'
import { announceEnd } from '../base/job-events.ts'
import { answerOutstanding, countFailure } from '../base/job-store.ts'
import { statusAt } from '../base/job-views.ts'
import { problem } from '../base/problems.ts'
import { readScope } from '../base/scope.ts'
import type { JobRow } from '../base/tables.ts'
import { verifyClaimToken } from '../keys/claim-token.ts'
import { clearCooldown, lengthenCooldown } from '../keys/relation-store.ts'
import { type Signed, spend, verifySigned } from '../keys/signed.ts'
import { getJob } from './current-job.ts'

const MOST_WRONG_NUMBERS = 3

const claimValues = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Union([Type.String({ maxLength: 8_192 }), Type.Number(), Type.Boolean()]),
)

const deviceAnswer = closed({
  job: Type.String({ maxLength: 255 }),
  status: Type.Optional(Type.Union([Type.Literal('completed'), Type.Literal('denied')])),
  number: Type.Optional(Type.String({ maxLength: 8 })),
  nonce: Type.Optional(Type.String({ maxLength: 255 })),
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
  claims: Type.Optional(claimValues),
})

type DeviceAnswer = Type.Static<typeof deviceAnswer>
type Claims = Type.Static<typeof claimValues>

type AnsweredJob = { row: JobRow; status: 'completed' | 'denied'; sub: string; claims: Claims }

type AnswerRules = {
  /** The job ID or ticket from the path, if the path has one. */
  identifier?: string
  /** A further check before the job is answered. */
  precheck?: (row: JobRow) => Promise<void>
  /** False for a login, which always approves. */
  mayDeny: boolean
}

export async function answerJob(
  issuer: Issuer,
  text: string,
  { identifier, precheck, mayDeny }: AnswerRules,
): Promise<AnsweredJob> {
  const signed = await verifySigned(issuer, text, deviceAnswer)
  if (signed.key.kind !== 'person')
    throw problem('auth-error', { detail: 'Only the key of a person answers.' })
  const row = await getJob(issuer, identifier ?? signed.members.job)
  if (![row.job, row.ticket].includes(signed.members.job)) {
    throw problem('auth-error', { detail: 'The token answers another job.' })
  }
  if (row.kind === 'verification') throw notAnswered(identifier)
  if (row.status !== 'outstanding') throw problem('closed-job')
  checkBinding(issuer, row, signed)
  await precheck?.(row)
  const status = readStatus(signed.members, mayDeny)
  const claims = status === 'completed' ? await checkClaims(issuer, row, signed) : {}
  await settle(issuer, row, signed, status)
  return { row, status, sub: signed.key.fingerprint, claims }
}

function readStatus({ status }: DeviceAnswer, mayDeny: boolean): 'completed' | 'denied' {
  if (status === undefined && mayDeny) throw invalid('/status', 'is required: completed or denied')
  if (status === 'denied' && !mayDeny)
    throw invalid('/status', 'cannot be denied in a login: deny the job itself')
  return status ?? 'completed'
}

/** A verification job cannot be answered by a device, and cannot be used to sign in. */
function notAnswered(identifier: string | undefined): Problem {
  if (identifier === undefined) return problem('unknown-job')
  const detail = 'This job is confirmed by its code.'
  return problem('not-supported', { detail, headers: { allow: 'GET, HEAD, POST, DELETE' } })
}

/**
 * Checks that the answer is for this job and its request, from the user who was asked, to the application that asked.
 */
function checkBinding(issuer: Issuer, row: JobRow, { key, members, audience }: Signed<DeviceAnswer>): void {
  if (row.sub !== null && row.sub !== key.fingerprint)
    throw problem('auth-error', { detail: 'This job is for another user.' })
  if ((members.nonce ?? null) !== row.nonce)
    throw problem('auth-error', { detail: 'Give the nonce as the job bears it.' })
  if (members.scope !== undefined && members.scope !== row.scope) {
    throw problem('auth-error', { detail: 'Give the scope as the job bears it, or leave it out.' })
  }
  if (row.app !== null && !audience.includes(row.app)) {
    throw problem('aud-error', { detail: 'Name the issuer and the fingerprint of the application in aud.' })
  }
  const strangers = audience.filter((name) => name !== issuer.url && name !== row.app)
  if (strangers.length > 0)
    throw problem('aud-error', { detail: 'Name nobody in aud but the issuer and the application.' })
}

async function checkClaims(
  issuer: Issuer,
  row: JobRow,
  { key, members }: Signed<DeviceAnswer>,
): Promise<Claims> {
  const asked = readScope(row.scope)
  const claims = members.claims ?? {}
  const surplus = Object.keys(claims).find((name) => !asked.some((claim) => claim.name === name))
  if (surplus !== undefined) throw invalid('/claims', 'holds a claim that was not asked for')
  const missing = asked.find(({ name, required }) => required && !Object.hasOwn(claims, name))
  if (missing !== undefined) throw invalid(`/claims/${missing.name}`, 'is required')
  for (const { name, token } of listClaimTokens(claims)) {
    const proven = await verifyClaimToken(issuer, token, { sub: key.fingerprint, test: row.test === 1 })
    if (proven.name !== name) throw invalid(`/claims/${name}`, 'holds the token of another claim')
  }
  return claims
}

/**
 * The claims given as claim tokens. They are told apart by form: no e-mail address or phone number looks like a
 * compact JWS.
 */
export function listClaimTokens(
  claims: Readonly<Record<string, unknown>>,
): { name: string; token: string }[] {
  return ['email', 'phone'].flatMap((name) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    return typeof value === 'string' && /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value)
      ? [{ name, token: value }]
      : []
  })
}

async function settle(
  issuer: Issuer,
  row: JobRow,
  signed: Signed<DeviceAnswer>,
  status: 'completed' | 'denied',
): Promise<void> {
  const outcome = await issuer.database.write(async (tx) => {
    await spend(tx, signed)
    const now = issuer.clock.now()
    if (status === 'completed' && !isRightNumber(row, signed.members.number))
      return refuseNumber(tx, issuer, row, signed, now)
    const token = status === 'completed' ? issuer.vault.seal('issuer.token', signed.text) : null
    const answer = { job: row.job, status, now, token, answered_by: signed.key.fingerprint }
    if (!(await answerOutstanding(tx, answer))) return 'lost'
    const ended = { ...row, status, ended_at: now, token, answered_by: answer.answered_by }
    tx.afterCommit(() => issuer.jobs.keep(ended))
    await afterAnswer(tx, issuer, row, signed.key.fingerprint, status, now)
    if (status === 'completed' && row.test !== 1) tx.afterCommit(() => issuer.count('sign-ins', undefined))
    return 'settled'
  })
  if (outcome === 'settled') return
  if (outcome !== 'lost')
    throw problem('auth-error', {
      detail: 'This is not the number that the application shows.',
      members: { tries_left: outcome.triesLeft },
    })
  // Another request was first: the job ended, or the key was revoked a moment ago.
  const current = await issuer.jobs.reload(row.job)
  const open = current !== undefined && statusAt(current, issuer.clock.now()) === 'outstanding'
  throw problem(open ? 'revoked-key' : 'closed-job')
}

function isRightNumber(row: JobRow, number: string | undefined): boolean {
  if (number === undefined) throw invalid('/number', 'is required: the two digits that the application shows')
  return equalInConstantTime(number, row.number)
}

async function refuseNumber(
  tx: Transaction,
  issuer: Issuer,
  row: JobRow,
  signed: Signed<unknown>,
  now: number,
): Promise<{ triesLeft: number } | 'lost'> {
  const triesLeft = await countFailure(tx, { job: row.job, now, most: MOST_WRONG_NUMBERS })
  if (triesLeft === undefined) return 'lost'
  if (triesLeft === 0) await afterAnswer(tx, issuer, row, signed.key.fingerprint, 'denied', now)
  return { triesLeft }
}

async function afterAnswer(
  tx: Transaction,
  issuer: Issuer,
  row: JobRow,
  sub: string,
  status: 'completed' | 'denied',
  now: number,
): Promise<void> {
  if (row.app !== null) {
    const pair = { app: row.app, sub }
    if (status === 'denied') await lengthenCooldown(tx, pair, now)
    else await clearCooldown(tx, pair)
  }
  await announceEnd(tx, issuer, row, status)
}

function invalid(pointer: string, message: string): Fault {
  return new Fault('invalid', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'invalid', message }],
  })
}
