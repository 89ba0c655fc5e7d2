import * as Type from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import { equalInConstantTime } from '../../kernel/base/secret.ts'
import { closed } from '../../kernel/contract/schema.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { takeAllowance } from '../../platform/rate-limit/allowances.ts'
import { type AddressKind, digestAddress, normaliseAddress } from '../base/addresses.ts'
import type { Issuer } from '../base/issuer.ts'
import { announceEnd } from '../base/job-events.ts'
import { confirmOutstanding, countFailure, insertJob } from '../base/job-store.ts'
import { problem } from '../base/problems.ts'
import type { JobRow } from '../base/tables.ts'
import { signClaimToken } from '../keys/claim-token.ts'
import { spend, verifySigned } from '../keys/signed.ts'
import { getJob } from '../scope-jobs/current-job.ts'
import { checkUserLimits, makeJob } from '../scope-jobs/scope-jobs.ts'

const CODE_DIGITS = 6
const MOST_WRONG_CODES = 5
const CODES = { limit: 5, windowMs: 600_000 }

const verificationJob = closed({
  scope: Type.Union([Type.Literal('email'), Type.Literal('phone')]),
  email: Type.Optional(Type.String({ maxLength: 320 })),
  phone: Type.Optional(Type.String({ maxLength: 32 })),
  expires_in: Type.Optional(Type.Integer({ minimum: 30, maximum: 86_400 })),
})

/**
 * A person proves that they own an address by returning the code sent to it. The test issuer returns the code instead
 * of sending it.
 */
export async function createVerificationJob(
  issuer: Issuer,
  text: string,
  test: boolean,
): Promise<{ row: JobRow; code: string | undefined }> {
  const signed = await verifySigned(issuer, text, verificationJob)
  if (signed.key.kind !== 'person')
    throw problem('auth-error', { detail: 'Only the key of a person proves an address.' })
  const { scope: kind, email, phone, expires_in } = signed.members
  const given = kind === 'email' ? email : phone
  if (given === undefined || (kind === 'email' ? phone : email) !== undefined) {
    throw new Fault('invalid', { detail: `/${kind} is required, and no other address` })
  }
  const address = normaliseAddress(kind, given)
  const code = issuer.ids.digits(CODE_DIGITS)
  const job = makeJob(issuer, {
    scope: kind,
    kind: 'verification',
    app: null,
    sub: signed.key.fingerprint,
    test,
    address: issuer.vault.seal('issuer.address', address),
    ...(expires_in === undefined ? {} : { expires_in }),
  })
  const row = { ...job, code_digest: digestCode(issuer, job.job, code) }
  await issuer.sendGuard.watch(() =>
    issuer.database.write(async (tx) => {
      await spend(tx, signed)
      await checkUserLimits(tx, row)
      await insertJob(tx, row)
      if (!test) await sendCode(tx, issuer, { kind, address, code, expiresAt: row.expires_at })
    }),
  )
  return { row, code: test ? code : undefined }
}

type Sending = { kind: AddressKind; address: string; code: string; expiresAt: number }

async function sendCode(
  tx: Transaction,
  issuer: Issuer,
  { kind, address, code, expiresAt }: Sending,
): Promise<void> {
  await takeCode(tx, issuer, kind, address)
  if (kind === 'phone') await issuer.sendGuard.check(tx, address)
  await enqueueMessage(tx, issuer, {
    channel: kind === 'email' ? 'email' : 'sms',
    to: address,
    text: `${code} is your code to confirm this ${kind === 'email' ? 'e-mail address' : 'phone number'}.`,
    purpose: 'issuer.verification',
    ...(kind === 'email' ? { subject: 'Your confirmation code' } : {}),
    expiresAt,
  })
}

/** An address receives at most five codes in ten minutes, whoever asks for them and for whatever reason. */
export async function takeCode(
  tx: Transaction,
  issuer: Issuer,
  kind: AddressKind,
  address: string,
): Promise<void> {
  const subject = digestAddress(issuer.vault, kind, address)
  await takeTurn(tx, issuer, { bucket: `codes.${kind}`, subject, ...CODES })
}

type Turn = { bucket: string; subject: string; limit: number; windowMs: number }

export async function takeTurn(tx: Transaction, { clock }: Issuer, turns: Turn): Promise<void> {
  const turn = await takeAllowance(tx, { ...turns, now: clock.now() })
  if (turn.allowed) return
  throw new Fault('rate-limited', {
    detail: 'too many codes went to this address',
    retryAfterSeconds: turn.retryAfterMs / 1000,
  })
}

export function digestCode({ vault }: Issuer, about: string, code: string): string {
  return vault.digest('issuer.code', `${about} ${code}`)
}

/** The right code completes the job with a claim token; the fifth wrong one denies it. */
export async function confirmJob(issuer: Issuer, identifier: string, code: string): Promise<void> {
  const row = await getJob(issuer, identifier)
  if (row.job !== identifier) throw problem('unknown-job')
  if (row.kind !== 'verification')
    throw problem('not-supported', {
      detail: 'This job is answered by a device, not by a code.',
      headers: { allow: 'GET, HEAD, PUT, DELETE' },
    })
  if (row.status !== 'outstanding' || row.address === null || row.sub === null || row.code_digest === null)
    throw problem('closed-job')
  const given = digestCode(issuer, row.job, code)
  if (!equalInConstantTime(given, row.code_digest)) return refuseCode(issuer, row)
  const kind = row.scope as AddressKind
  const value = issuer.vault.open('issuer.address', row.address)
  const token = await signClaimToken(issuer, { sub: row.sub, name: kind, value, test: row.test === 1 })
  const sealed = issuer.vault.seal('issuer.token', token)
  const confirmed = await issuer.database.write(async (tx) => {
    const won = await confirmOutstanding(tx, {
      job: row.job,
      now: issuer.clock.now(),
      token: sealed,
      code_digest: given,
    })
    if (won) await announceEnd(tx, issuer, row, 'completed')
    if (won && kind === 'phone' && row.test === 0) await issuer.sendGuard.noteVerified(tx, value)
    return won
  })
  if (!confirmed) throw problem('closed-job')
}

async function refuseCode(issuer: Issuer, row: JobRow): Promise<never> {
  const counted = await issuer.database.write(async (tx) => {
    const left = await countFailure(tx, { job: row.job, now: issuer.clock.now(), most: MOST_WRONG_CODES })
    if (left === 0) await announceEnd(tx, issuer, row, 'denied')
    return left
  })
  if (counted === undefined) throw problem('closed-job')
  throw problem('auth-error', {
    detail: 'This is not the code that was sent.',
    members: { tries_left: counted },
  })
}
