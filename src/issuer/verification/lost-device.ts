import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { enqueueJob } from '../../platform/jobs/enqueue.ts'
import { limitNetworks } from '../../platform/rate-limit/networks.ts'
import { digestAddress, digestsOf, normaliseAddress, normaliseLostPhone } from '../base/addresses.ts'
import type { Issuer } from '../base/issuer.ts'
import { problem } from '../base/problems.ts'
import { findClaim, listClaims } from '../keys/claim-store.ts'
import { revokeIn } from '../keys/key-changes.ts'
import { deleteLostDevices, insertLostDevice, spendLostDevice } from './lost-device-store.ts'
import { digestCode, takeCode, takeTurn } from './verification.ts'

export const lostDeviceKind = 'issuer.lost-device'

const CODE_DIGITS = 6
const LIFETIME_MS = 600_000
/** The code for a report is sent within this time, if one is sent at all. */
const SENT_WITHIN_MS = 500
const MOST_WRONG_CODES = 5
const REPORTS = { limit: 30, windowMs: 60_000 }
const CODES_A_DAY = { limit: 20, windowMs: 86_400_000 }

/** Counted across processes before any lookup, so that known and unknown addresses are refused alike. */
export async function limitReports(issuer: Issuer, address: string): Promise<void> {
  if (issuer.limitsTraffic)
    await limitNetworks(issuer, { bucket: 'lost-device.callers', address, ...REPORTS })
}

type LostDevice = { email: string; phone: string | undefined }

/**
 * Does the same work and gives the same response whether or not such a key exists: a background job looks the key up
 * and sends the code. It runs at a random time, so that the duration of later requests does not reveal whether it
 * sent one.
 */
export async function requestRevocation(issuer: Issuer, given: LostDevice): Promise<void> {
  const { email, about, phone } = readAddresses(issuer, given)
  const code = issuer.ids.digits(CODE_DIGITS)
  const now = issuer.clock.now()
  await issuer.database.write(async (tx) => {
    const row = {
      address_digest: about,
      code_digest: digestCode(issuer, about, code),
      expires_at: now + LIFETIME_MS,
    }
    if (!(await insertLostDevice(tx, row, { now, most: MOST_WRONG_CODES }))) throw problem('confirm-first')
    await takeCode(tx, issuer, 'email', email)
    await takeTurn(tx, issuer, {
      bucket: 'lost-device.codes',
      subject: digestAddress(issuer.vault, 'email', email),
      ...CODES_A_DAY,
    })
    await enqueueJob(tx, issuer, {
      kind: lostDeviceKind,
      payload: JSON.stringify({ email, phone: phone ?? null, code, expiresAt: row.expires_at }),
      runAt: now + issuer.ids.integer(0, SENT_WITHIN_MS),
      sealed: true,
    })
  })
}

type Sending = { email: string; phone: string | null; code: string; expiresAt: number }

const idleWork = JSON.stringify(null)

/**
 * Sends the code if a key has these addresses. Otherwise enqueues a job that takes about as long and sends nothing.
 */
export async function sendRevocationCode(issuer: Issuer, payload: string): Promise<void> {
  const sending = JSON.parse(payload) as Sending | null
  if (sending === null) return void (await deleteLostDevices(issuer.database, 0))
  const { email, phone } = sending
  const key = await findLostKey(issuer.database, issuer, { email, phone: phone ?? undefined })
  await issuer.database.write(async (tx) => {
    if (key === undefined)
      await enqueueJob(tx, issuer, { kind: lostDeviceKind, payload: idleWork, sealed: true })
    else await enqueueCode(tx, issuer, sending)
  })
}

async function enqueueCode(
  tx: Transaction,
  issuer: Issuer,
  { email, code, expiresAt }: Sending,
): Promise<void> {
  await enqueueMessage(tx, issuer, {
    channel: 'email',
    to: email,
    text: `${code} is your code to revoke the key of your lost device. If you did not request it, ignore this message.`,
    subject: 'Your lost device',
    purpose: 'issuer.lost-device',
    idempotencyKey: `${lostDeviceKind} ${email} ${code} ${expiresAt}`,
    expiresAt,
  })
}

/**
 * A wrong code and an unknown address get the same response after the same work: only the right code looks up the
 * key.
 */
export async function confirmRevocation(issuer: Issuer, given: LostDevice, code: string): Promise<void> {
  const addresses = readAddresses(issuer, given)
  const { about } = addresses
  const right = { address_digest: about, code_digest: digestCode(issuer, about, code) }
  const done = await issuer.database.write(async (tx) => {
    const limits = { now: issuer.clock.now(), most: MOST_WRONG_CODES }
    return (await spendLostDevice(tx, right, limits)) && revokeLost(tx, issuer, addresses)
  })
  if (!done) throw problem('auth-error', { detail: 'The code is wrong, or no key has these addresses.' })
}

/**
 * The device's holder may have rotated its key in the meantime, so this revokes the key that now has the addresses.
 */
async function revokeLost(tx: Transaction, issuer: Issuer, addresses: LostDevice): Promise<boolean> {
  for (let tried: string | undefined; ; ) {
    const fingerprint = await findLostKey(tx, issuer, addresses)
    if (fingerprint === undefined || fingerprint === tried) return false
    if (await revokeIn(tx, issuer, { fingerprint, successor: null, actor: 'lost-device-code' })) return true
    tried = fingerprint
  }
}

/** A plus sign that was not percent-encoded arrives as a space. */
function readAddresses(issuer: Issuer, { email: given, phone: givenPhone }: LostDevice) {
  const email = normaliseAddress('email', given)
  const phone = givenPhone === undefined ? undefined : normaliseLostPhone(givenPhone.replace(/^ /, '+'))
  return { email, phone, about: issuer.vault.digest('issuer.lost-device', `${email} ${phone ?? ''}`) }
}

/** Finds the key with this confirmed e-mail address and, if it has a phone number, this confirmed phone number. */
async function findLostKey(
  db: Reader,
  { vault }: Issuer,
  { email, phone }: LostDevice,
): Promise<string | undefined> {
  const claim = await findClaim(db, digestsOf(vault, 'email', email))
  if (claim === undefined) return undefined
  const own = (await listClaims(db, claim.fingerprint)).find(({ name }) => name === 'phone')
  const given = phone === undefined ? undefined : digestAddress(vault, 'phone', phone)
  return own === undefined || own.digest === given ? claim.fingerprint : undefined
}
