import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { takeAllowance } from '../../platform/rate-limit/allowances.ts'
import type { Phone } from '../base/phones.ts'
import { problem } from '../base/problems.ts'
import { countAtPrefix, sumAtPrefix, takeFromQuota } from '../base/send-store.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { findOrganisationQuota, takeFromOrganisationQuota } from './guard-store.ts'
import { type GuardTrip, GuardTripped } from './guard-trips.ts'

const WINDOW_MS = 600_000
const DAY_MS = 86_400_000
const MOST_PER_DAY = 20
const BURST = { limit: 5, windowMs: WINDOW_MS }
/**
 * More sends than this to one prefix within ten minutes, with less than a tenth of them verified, count as SMS
 * pumping.
 */
const MOST_UNVERIFIED = 50
const LEAST_VERIFIED_SHARE = 0.1

/** The sender: an application, or another service of this server. */
export type Sender = Pick<Application, 'id' | 'organisationId' | 'settings'>
type GuardTools = Pick<Twofactor, 'clock' | 'vault' | 'countries'>

/** Checks whether a message may be sent to this number now; refuses before anything is stored. */
export async function checkSend(
  tx: Transaction,
  tools: GuardTools,
  sender: Sender,
  phone: Phone,
): Promise<void> {
  if (!isServed(tools, phone)) throw problem('country-refused')
  const now = tools.clock.now()
  const subject = tools.vault.digest('twofactor.send', `${sender.organisationId} ${phone.e164}`)
  await takeForRecipient(tx, { bucket: 'send', subject, now }, 'Too many messages to this phone number')
  await checkQuotas(tx, sender, now)
  await checkPumping(tx, sender, phone, now)
}

/** At most five messages in ten minutes and twenty per day to one number or e-mail address. */
export async function takeForRecipient(
  tx: Transaction,
  { bucket, subject, now }: { bucket: string; subject: string; now: number },
  detail: string,
): Promise<void> {
  const request = { bucket, subject, now, limit: MOST_PER_DAY, windowMs: DAY_MS, burst: BURST }
  const { allowed, retryAfterMs } = await takeAllowance(tx, request)
  if (!allowed) throw tooMany(retryAfterMs, detail)
}

/**
 * A number without a country is refused if a list of allowed countries is set, and accepted if only some are
 * excluded.
 */
export function isServed({ countries }: Pick<GuardTools, 'countries'>, phone: Phone): boolean {
  if (phone.refused) return false
  if (countries?.only !== undefined) return countries.only.includes(phone.country ?? '')
  const except = countries?.except ?? []
  return except.length === 0 || !except.includes(phone.country ?? '')
}

async function checkQuotas(tx: Transaction, sender: Sender, now: number): Promise<void> {
  const { id, organisationId, settings } = sender
  const refuse = (reason: GuardTrip['reason'], subject: string, sends: number, detail: string) =>
    new GuardTripped(
      { ...tripOf(sender), reason, subject, sends, window_ms: DAY_MS },
      tooMany(DAY_MS - (now % DAY_MS), detail),
    )
  if (settings.quota !== undefined && !(await takeFromQuota(tx, id, dayOf(now), settings.quota)))
    throw refuse('application-quota', id, settings.quota, 'The quota of the application is used up for today')
  const most = await findOrganisationQuota(tx, organisationId)
  if (most === undefined) return
  if (!(await takeFromOrganisationQuota(tx, { organisation_id: organisationId, day: dayOf(now), most })))
    throw refuse('organisation-quota', '', most, 'The quota of the organisation is used up for today')
}

/** `2026-11-18`, in UTC. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

async function checkPumping(tx: Transaction, sender: Sender, phone: Phone, now: number): Promise<void> {
  const prefix = prefixOf(sender, phone)
  const second = secondOf(now)
  await countAtPrefix(tx, { prefix, second, sends: 1, verified: 0 })
  const { sends, verified, oldest } = await sumAtPrefix(tx, prefix, secondOf(now - WINDOW_MS))
  if (!looksPumped(sends, verified)) return
  const trip: GuardTrip = {
    ...tripOf(sender),
    reason: 'pumping',
    subject: blockOf(phone),
    country: phone.country ?? null,
    sends: sends - 1,
    verified,
    window_ms: WINDOW_MS,
  }
  const detail = 'Too many messages to numbers like this one that nobody confirms'
  throw new GuardTripped(trip, tooMany(oldest * 1000 + WINDOW_MS - now, detail))
}

function looksPumped(sends: number, verified: number): boolean {
  return sends > MOST_UNVERIFIED && verified / sends < LEAST_VERIFIED_SHARE
}

/**
 * Whether the next send to this range would be refused. A send is counted before it is checked, so it is included
 * here.
 */
export async function isShut(
  db: Reader,
  { organisationId, block }: { organisationId: string; block: string },
  now: number,
): Promise<boolean> {
  const { sends, verified } = await sumAtPrefix(db, `${organisationId} ${block}`, secondOf(now - WINDOW_MS))
  return looksPumped(sends + 1, verified)
}

function tripOf({ id, organisationId }: Sender) {
  return { organisation_id: organisationId, application_id: id, country: null, verified: 0 }
}

/** Records that a number confirmed its code, which shows that real people use its prefix. */
export async function noteVerified(
  tx: Transaction,
  sender: Sender,
  phone: Phone,
  now: number,
): Promise<void> {
  await countAtPrefix(tx, { prefix: prefixOf(sender, phone), second: secondOf(now), sends: 0, verified: 1 })
}

function prefixOf({ organisationId }: Sender, phone: Phone): string {
  return `${organisationId} ${blockOf(phone)}`
}

/**
 * The calling code and the first four digits: about as long as a carrier's block of numbers, and too short to
 * identify a person.
 */
function blockOf({ countryCode, national }: Phone): string {
  return `${countryCode}-${national.slice(0, 4)}`
}

function secondOf(now: number): number {
  return Math.floor(now / 1000)
}

export function tooMany(waitMs: number, detail: string) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return problem('too-many', { detail, headers: { 'retry-after': String(seconds) } })
}
