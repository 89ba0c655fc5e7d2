import type { Transaction } from '../../kernel/database/database.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import {
  findPolledApproval,
  holdUser,
  insertApproval,
  listPending,
  type PolledApproval,
} from '../base/approval-store.ts'
import { problem } from '../base/problems.ts'
import type { ApprovalRow, ApprovalStatus, UserRow } from '../base/tables.ts'
import { inboxTopic } from '../base/topics.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { listDevices } from '../devices/device-store.ts'
import { tooMany } from '../guard/guard.ts'
import { pushApproval } from './push.ts'

const MOST_PENDING = 5
const LARGEST_BAG = 10_000
const LONGEST_MESSAGE = 200

export type Logo = { res: string; url: string }
type ApprovalRequest = {
  message: string
  details: Readonly<Record<string, string>>
  hiddenDetails: Readonly<Record<string, string>>
  logos: readonly Logo[]
  secondsToExpire: number
  numberMatch: boolean
}

/** Checks everything that can be checked without knowing the user. */
export function readApprovalRequest(request: ApprovalRequest): ApprovalRequest {
  const { message, details, hiddenDetails, logos } = request
  if (message === '') throw problem('invalid-request', { detail: "message can't be blank" })
  if ([...message].length > LONGEST_MESSAGE)
    throw problem('invalid-request', {
      detail: `message is too long (${LONGEST_MESSAGE} characters at most)`,
    })
  if (JSON.stringify(details).length + JSON.stringify(hiddenDetails).length > LARGEST_BAG)
    throw problem('invalid-details', { detail: 'Details are too long' })
  // Devices fetch logos; the server never does.
  if (!logos.every(({ url }) => /^https?:\/\//i.test(url) && parseUrl(url) !== undefined))
    throw problem('invalid-details', { detail: 'A logo has no address that starts with http:// or https://' })
  return request
}

type CreatedApproval = { uuid: string; number: string | undefined }

/**
 * Asks the user's devices for approval. Users who are asked too often approve anything, so few requests may be
 * pending and each denial delays the next request.
 */
export async function createApproval(
  service: Twofactor,
  app: Application,
  user: UserRow,
  request: ApprovalRequest,
): Promise<CreatedApproval> {
  if ((await listDevices(service.database, user.id)).length === 0) throw problem('no-device')
  const [details, hidden] = [JSON.stringify(request.details), JSON.stringify(request.hiddenDetails)]
  const numbers = request.numberMatch ? drawNumbers(service) : undefined
  const uuid = service.ids.uuid()
  await service.database.write(async (tx) => {
    const now = service.clock.now()
    await holdForApproval(tx, user.id, now)
    await insertApproval(tx, {
      uuid,
      application_id: app.id,
      user_id: user.id,
      message: request.message,
      details: service.vault.seal('twofactor.details', details),
      hidden_details: service.vault.seal('twofactor.details', hidden),
      logos: JSON.stringify(request.logos),
      status: 'pending',
      numbers: numbers === undefined ? null : numbers.join(' '),
      notified: 0,
      device_id: null,
      signature: null,
      created_at: now,
      updated_at: now,
      processed_at: null,
      expires_at: request.secondsToExpire === 0 ? null : now + request.secondsToExpire * 1000,
      seconds_to_expire: request.secondsToExpire,
    })
    await recordChange(tx, inboxTopic, user.id)
    await pushApproval(tx, service, uuid, user.id)
  })
  return { uuid, number: numbers?.[0] }
}

/** Holds the user to the end of the transaction, so that approvals of one user are counted one after the other. */
async function holdForApproval(tx: Transaction, userId: string, now: number): Promise<void> {
  const held = await holdUser(tx, userId)
  if (held === undefined) throw problem('user-unknown')
  if (held.push_after !== null && held.push_after > now)
    throw tooMany(held.push_after - now, 'The user denied an approval lately')
  if ((await listPending(tx, userId, now)).length >= MOST_PENDING)
    throw tooMany(30_000, 'Too many approvals are pending')
}

/** Draws three different numbers, the right one first. */
function drawNumbers({ ids }: Twofactor): string[] {
  const numbers = new Set<string>()
  while (numbers.size < 3) numbers.add(ids.digits(2))
  return [...numbers]
}

/**
 * Clients poll a pending approval again and again, so it is answered from memory where no other process writes; a
 * committed write removes it there.
 */
export async function getApproval(
  service: Twofactor,
  app: Application,
  uuid: string,
): Promise<PolledApproval> {
  const row = /^[0-9a-f-]{36}$/.test(uuid) ? await findPolled(service, uuid) : undefined
  if (row === undefined || row.application_id !== app.id)
    throw problem('approval-unknown', { members: { errors: {} } })
  return row
}

async function findPolled(
  { polled, database, isAlone }: Twofactor,
  uuid: string,
): Promise<PolledApproval | undefined> {
  const read = () => findPolledApproval(database, uuid)
  if (!isAlone) return read()
  const row = polled.get(uuid) ?? (await polled.load(uuid, read))
  if (row !== undefined && row.status !== 'pending') polled.delete(uuid)
  return row
}

/** An approval counts as expired from the moment its time is up, even before the sweep has marked it. */
export function approvalStatusAt(
  { status, expires_at }: Pick<ApprovalRow, 'status' | 'expires_at'>,
  now: number,
): ApprovalStatus {
  return status === 'pending' && expires_at !== null && expires_at <= now ? 'expired' : status
}
