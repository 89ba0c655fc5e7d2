import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import { findApproval, holdUser, listPending, setPushPause, settleApproval } from '../base/approval-store.ts'
import { problem } from '../base/problems.ts'
import { addToStats } from '../base/send-store.ts'
import type { ApprovalRow, DeviceRow } from '../base/tables.ts'
import { approvalTopic, inboxTopic } from '../base/topics.ts'
import { monthOf, type Twofactor } from '../base/twofactor.ts'
import { listDevicesOfKey } from '../devices/device-store.ts'
import { spendOnce, verifyDevice } from '../devices/device-token.ts'
import { approvalStatusAt, type Logo } from './approvals.ts'
import { enqueueCallback } from './callbacks.ts'

const INBOX_SECONDS = 60
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

const inboxToken = closed({ purpose: Type.Literal('inbox') })
const answer = closed({
  uuid: Type.String({ minLength: 36, maxLength: 36 }),
  status: Type.Union([Type.Literal('approved'), Type.Literal('denied')]),
  number: Type.Optional(Type.String({ maxLength: 8 })),
})

export type ShownApproval = {
  uuid: string
  message: string
  details: Record<string, string>
  logos: Logo[]
  app: { name: string; app_id: number }
  created_at: string
  expires_at: string | null
  numbers?: string[]
}

type AppOf = (applicationId: string) => Promise<{ name: string; serial: number } | undefined>

/** Returns the users whose approvals the device may see. */
export async function openDeviceInbox(
  service: Twofactor,
  authorization: string | undefined,
): Promise<readonly DeviceRow[]> {
  const text = /^JWT (\S+)$/i.exec(authorization ?? '')?.[1]
  if (text === undefined)
    throw problem('device-unproven', { detail: 'Send Authorization: JWT and a token with purpose inbox' })
  const token = await verifyDevice(service, text, inboxToken, {
    requireJti: false,
    maxAgeSeconds: INBOX_SECONDS,
  })
  return token.devices
}

/** Leaves out `hidden_details`, which devices never see. */
export async function listApprovals(
  service: Twofactor,
  devices: readonly DeviceRow[],
  appOf: AppOf,
): Promise<ShownApproval[]> {
  const shown: ShownApproval[] = []
  for (const { user_id } of devices) {
    for (const row of await listPending(service.database, user_id, service.clock.now())) {
      const app = await appOf(row.application_id)
      if (app !== undefined) shown.push(toShown(service, row, app))
    }
  }
  return shown
}

function toShown(
  { vault }: Twofactor,
  row: ApprovalRow,
  app: { name: string; serial: number },
): ShownApproval {
  return {
    uuid: row.uuid,
    message: row.message,
    details: JSON.parse(vault.open('twofactor.details', row.details)) as Record<string, string>,
    logos: JSON.parse(row.logos) as Logo[],
    app: { name: app.name, app_id: app.serial },
    created_at: new Date(row.created_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    ...(row.numbers === null ? {} : { numbers: row.numbers.split(' ').sort() }),
  }
}

/** A wrong number denies the approval immediately: anyone who guesses is not looking at the application's screen. */
export async function answerApproval(
  service: Twofactor,
  uuid: string,
  text: string,
): Promise<'approved' | 'denied'> {
  const token = await verifyDevice(service, text, answer)
  const row = await findApproval(service.database, uuid)
  const device = token.devices.find(({ user_id }) => user_id === row?.user_id)
  if (row === undefined || device === undefined || token.members.uuid !== uuid)
    throw problem('approval-unknown', { members: { errors: {} } })
  const right = row.numbers === null || row.numbers.split(' ')[0] === token.members.number
  const status = token.members.status === 'approved' && right ? 'approved' : 'denied'
  const now = service.clock.now()
  const won = await service.database.write(async (tx) => {
    await spendOnce(tx, token)
    // The device may have been removed after its token was verified.
    if (!(await listDevicesOfKey(tx, token.fingerprint)).some(({ id }) => id === device.id))
      throw problem('device-unproven')
    const signature = Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url').toString('base64')
    if (!(await settleApproval(tx, { uuid, status, device_id: device.id, signature, now }))) return false
    await afterAnswer(tx, service, row, status)
    return true
  })
  if (!won || approvalStatusAt(row, now) !== 'pending') throw problem('approval-ended')
  return status
}

async function afterAnswer(
  tx: Transaction,
  service: Twofactor,
  row: ApprovalRow,
  status: 'approved' | 'denied',
): Promise<void> {
  const now = service.clock.now()
  // Lock the user, so that concurrent answers each see the denials before them.
  const user = await holdUser(tx, row.user_id)
  const denials = status === 'denied' ? (user?.denials ?? 0) + 1 : 0
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(denials - 1, 10), LONGEST_PAUSE_MS)
  await setPushPause(tx, row.user_id, denials, status === 'denied' ? now + pause : null)
  if (status === 'approved') await addToStats(tx, row.application_id, monthOf(now), { auths: 1 })
  await recordChange(tx, approvalTopic, row.uuid)
  await recordChange(tx, inboxTopic, row.user_id)
  await enqueueCallback(tx, service, row)
}
