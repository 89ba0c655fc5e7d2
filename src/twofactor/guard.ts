import type { Transaction } from '../kernel/database/database.ts'
import { takeAllowance } from '../platform/rate-limit/allowances.ts'
import type { Phone } from './phones.ts'
import { problem } from './problems.ts'
import { countAtPrefix, sumAtPrefix, takeFromQuota } from './send-store.ts'
import type { Application, Twofactor } from './twofactor.ts'

const WINDOW_MS = 600_000
const DAY_MS = 86_400_000
const NUMBER_LIMITS = [
  { bucket: 'send.10m', limit: 5, windowMs: WINDOW_MS },
  { bucket: 'send.day', limit: 20, windowMs: DAY_MS },
]
/** More than these to one prefix within ten minutes, of which less than a tenth is verified, is pumping. */
const MOST_UNVERIFIED = 50
const LEAST_VERIFIED_SHARE = 0.1

/** Whether a message may go to this number now; refused before anything is stored. */
export async function checkSend(
  tx: Transaction,
  service: Twofactor,
  app: Application,
  phone: Phone,
): Promise<void> {
  if (phone.refused || !servesCountry(service, phone)) throw problem('country-refused')
  const now = service.clock.now()
  const subject = service.vault.digest('twofactor.send', `${app.organisationId} ${phone.e164}`)
  for (const limit of NUMBER_LIMITS) {
    const turn = await takeAllowance(tx, { ...limit, subject, now })
    if (!turn.allowed) throw tooMany(turn.retryAfterMs, 'Too many messages to this phone number')
  }
  if (app.settings.quota !== undefined) {
    const day = new Date(now).toISOString().slice(0, 10)
    const within = await takeFromQuota(tx, app.id, day, app.settings.quota)
    if (!within) throw tooMany(DAY_MS - (now % DAY_MS), 'The quota of the application is used up for today')
  }
  await checkPumping(tx, app, phone, now)
}

/** A number of no country in particular is of none that is named. */
function servesCountry({ countries }: Twofactor, { country = '' }: Phone): boolean {
  if (countries?.only !== undefined) return countries.only.includes(country)
  return !(countries?.except ?? []).includes(country)
}

async function checkPumping(tx: Transaction, app: Application, phone: Phone, now: number): Promise<void> {
  const prefix = prefixOf(app, phone)
  const second = secondOf(now)
  await countAtPrefix(tx, { prefix, second, sends: 1, verified: 0 })
  const { sends, verified, oldest } = await sumAtPrefix(tx, prefix, secondOf(now - WINDOW_MS))
  if (sends <= MOST_UNVERIFIED || verified / sends >= LEAST_VERIFIED_SHARE) return
  throw tooMany(
    oldest * 1000 + WINDOW_MS - now,
    'Too many messages to numbers like this one that nobody confirms',
  )
}

/** A number that was sent to was confirmed: its prefix is used by people. */
export async function noteVerified(
  tx: Transaction,
  app: Application,
  phone: Phone,
  now: number,
): Promise<void> {
  await countAtPrefix(tx, { prefix: prefixOf(app, phone), second: secondOf(now), sends: 0, verified: 1 })
}

/** The calling code and the first four digits: as long as a carrier's block, too short for a person. */
function prefixOf({ organisationId }: Application, { countryCode, national }: Phone): string {
  return `${organisationId} ${countryCode}-${national.slice(0, 4)}`
}

function secondOf(now: number): number {
  return Math.floor(now / 1000)
}

export function tooMany(waitMs: number, detail: string) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return problem('too-many', { detail, headers: { 'retry-after': String(seconds) } })
}
