import { equalInConstantTime } from '../../kernel/base/secret.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { Decision } from '../../platform/audit/tables.ts'
import { noteDecision } from '../../platform/audit/tallies.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { isCallingCode, maskForSend, type Phone, parsePhone, showPhone } from '../base/phones.ts'
import { problem } from '../base/problems.ts'
import { addToStats } from '../base/send-store.ts'
import type { VerificationRow } from '../base/tables.ts'
import { writeText } from '../base/texts.ts'
import { type Application, monthOf, type Twofactor } from '../base/twofactor.ts'
import { aboutSend, type Channel, checkChannel, sendOnce } from '../codes/sends.ts'
import { noteVerified, tooMany } from '../guard/guard.ts'
import { watchGuard } from '../guard/guard-trips.ts'
import { digestPhone } from '../users/users.ts'
import {
  findVerification,
  findVerificationByUuid,
  startVerificationRow,
  takeTry,
  useVerification,
} from './verification-store.ts'

const LIFETIME_MS = 600_000
const MOST_TRIES = 5

type PhoneInput = { phone_number: string; country_code: string }
type StartRequest = PhoneInput & { via: Channel; locale: string | undefined; codeLength: number }
type Started = { phone: Phone; uuid: string; secondsToExpire: number }

export function readPhoneInput({ phone_number, country_code }: PhoneInput): Phone {
  const phone = parsePhone(country_code, phone_number)
  if (phone !== undefined) return phone
  const detail = isCallingCode(country_code) ? 'Phone number is invalid' : 'Country code is not supported'
  throw problem('invalid-phone', { detail })
}

/** Sends the same code again until it expires. */
export async function startVerification(
  service: Twofactor,
  app: Application,
  request: StartRequest,
): Promise<Started> {
  const phone = readPhoneInput(request)
  if (phone.refused) throw problem('country-refused')
  if (request.via === 'sms' && phone.wired) throw problem('not-a-mobile')
  checkChannel(service, app, request.via)
  const name = { application_id: app.id, phone_digest: digestPhone(service, phone) }
  const start = async (tx: Transaction): Promise<Started> => {
    const now = service.clock.now()
    const row = await beginOrFind(tx, service, { ...name, codeLength: request.codeLength, now })
    if (row.failures >= MOST_TRIES)
      throw tooMany(row.expires_at - now, 'Too many wrong codes for this phone number')
    const same = [row.uuid, request.via]
    await sendOnce(tx, service, { app, phone, channel: request.via, same }, () =>
      deliver(tx, service, { app, phone, request, row }),
    )
    const secondsToExpire = Math.max(0, Math.floor((row.expires_at - now - 1) / 1000))
    return { phone, uuid: row.uuid, secondsToExpire }
  }
  return watchGuard(service, () => service.database.write(start))
}

type Beginning = { application_id: string; phone_digest: string; codeLength: number; now: number }

async function beginOrFind(
  tx: Transaction,
  service: Twofactor,
  { codeLength, now, ...name }: Beginning,
): Promise<VerificationRow> {
  const code = service.vault.seal('twofactor.verification', service.ids.digits(codeLength))
  await startVerificationRow(
    tx,
    { ...name, uuid: service.ids.uuid(), code, expires_at: now + LIFETIME_MS },
    now,
  )
  const row = await findVerification(tx, name)
  if (row === undefined) throw new Error('the verification that was just started cannot be found')
  return row
}

type Sending = { app: Application; phone: Phone; request: StartRequest; row: VerificationRow }

async function deliver(
  tx: Transaction,
  service: Twofactor,
  { app, phone, request, row }: Sending,
): Promise<void> {
  const code = service.vault.open('twofactor.verification', row.code)
  const { text, locale } = writeText(request.via === 'sms' ? 'verification' : 'voice', request.locale, {
    code,
    app: app.name,
  })
  await enqueueMessage(tx, service, {
    channel: request.via,
    to: phone.e164,
    text,
    locale,
    purpose: 'twofactor.verification',
    expiresAt: row.expires_at,
    about: aboutSend(app, null, maskForSend(phone)),
  })
}

export async function checkVerification(
  service: Twofactor,
  app: Application,
  input: PhoneInput,
  code: string,
): Promise<void> {
  const phone = readPhoneInput(input)
  const name = { application_id: app.id, phone_digest: digestPhone(service, phone) }
  const refusal = await service.database.write(async (tx) => {
    const now = service.clock.now()
    const attempt = await takeTry(tx, name, now, MOST_TRIES)
    if (attempt === undefined) return refuse(tx, service, { name, phone, now })
    const isRight =
      /^\d{4,10}$/.test(code) &&
      equalInConstantTime(service.vault.open('twofactor.verification', attempt.code), code)
    await noteCheck(tx, service, { ...name, uuid: attempt.uuid }, isRight ? 'accepted' : 'refused')
    if (!isRight) return problem('code-incorrect')
    await useVerification(tx, name, now)
    await noteVerified(tx, app, phone, now)
    await addToStats(tx, app.id, monthOf(now), { auths: 1 })
    return undefined
  })
  if (refusal !== undefined) throw refusal
}

function noteCheck(
  tx: Transaction,
  service: Twofactor,
  { application_id, uuid }: { application_id: string; uuid: string },
  decision: Decision,
): Promise<void> {
  const decided = { scope: `application:${application_id}`, subject: `twofactor-verification:${uuid}` }
  return noteDecision(tx, service, { ...decided, decision })
}

type Refused = { name: { application_id: string; phone_digest: string }; phone: Phone; now: number }

async function refuse(tx: Transaction, service: Twofactor, { name, phone, now }: Refused) {
  const row = await findVerification(tx, name)
  const live = row !== undefined && row.used_at === null && row.expires_at > now
  if (live) await noteCheck(tx, service, row, 'locked')
  if (live) return tooMany(row.expires_at - now, 'Too many wrong codes for this phone number')
  return noneFor(phone)
}

function noneFor(phone: Phone) {
  return problem('no-verification', { detail: `No pending verifications for ${showPhone(phone)} found.` })
}

type VerificationState = {
  status: 'pending' | 'expired' | 'verified'
  secondsToExpire: number
  uuid: string
}

export async function readVerification(
  service: Twofactor,
  app: Application,
  input: PhoneInput,
): Promise<VerificationState> {
  const phone = readPhoneInput(input)
  const row = await findVerification(service.database, {
    application_id: app.id,
    phone_digest: digestPhone(service, phone),
  })
  if (row === undefined) throw noneFor(phone)
  return stateOf(service, row)
}

export async function readVerificationByUuid(
  service: Twofactor,
  app: Application,
  uuid: string,
): Promise<VerificationState> {
  const row = await findVerificationByUuid(service.database, { application_id: app.id, uuid })
  if (row === undefined) throw problem('no-verification', { detail: 'No verification with this uuid found.' })
  return stateOf(service, row)
}

function stateOf(service: Twofactor, row: VerificationRow): VerificationState {
  const left = Math.floor((row.expires_at - service.clock.now()) / 1000)
  const status = row.used_at !== null ? 'verified' : left > 0 ? 'pending' : 'expired'
  return { status, secondsToExpire: Math.max(0, left), uuid: row.uuid }
}
