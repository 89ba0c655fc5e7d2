import { type Answer, EventStream, type Request } from '../kernel/contract/operation.ts'
import { approvalStatusAt, getApproval } from './approvals/approvals.ts'
import { listApprovals } from './approvals/device-approvals.ts'
import { findApproval, type PolledApproval } from './base/approval-store.ts'
import { maskForStatus } from './base/phones.ts'
import type { ApprovalStatus, DeviceRow, UserRow } from './base/tables.ts'
import { type Application, phoneOf, type Twofactor } from './base/twofactor.ts'
import { listDevices, listDevicesOfKey } from './devices/device-store.ts'
import type { operations } from './operations.ts'

type Operations = typeof operations
type AppOf = Parameters<typeof listApprovals>[2]

/** Held until it is answered or over, where the caller asks for that. */
export async function answerPoll(
  service: Twofactor,
  app: Application,
  request: Request<Operations['getApproval']>,
): Promise<Answer<Operations['getApproval']>> {
  const { uuid } = request.params
  const { wait } = request.bag
  if (wait === undefined) return describePoll(service, app, await getApproval(service, app, uuid))
  let changed = false
  // Listens before it reads: an answer in between would be missed.
  const leave = service.approvals.on(uuid, () => (changed = true))
  try {
    let row = await getApproval(service, app, uuid)
    const now = service.clock.now()
    if (approvalStatusAt(row, now) === 'pending') {
      const left = row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at - now
      const waitMs = Math.min(wait * 1000, left)
      if (!changed) await request.hold((wake) => service.approvals.on(uuid, wake), waitMs)
      row = await getApproval(service, app, uuid)
    }
    return describePoll(service, app, row)
  } finally {
    leave()
  }
}

function describePoll(
  service: Twofactor,
  app: Application,
  row: PolledApproval,
): Answer<Operations['getApproval']> {
  return { status: 200, body: { approval_request: describeApproval(service, app, row), success: true } }
}

function describeApproval(service: Twofactor, app: Application, row: PolledApproval) {
  const number = row.number ?? 0
  return {
    uuid: row.uuid,
    status: approvalStatusAt(row, service.clock.now()),
    _app_name: app.name,
    _app_serial_id: app.serial,
    _twofactor_id: number,
    ...(service.alias === undefined ? {} : { [`_${service.alias}_id`]: number }),
    _id: row.uuid.replaceAll('-', '').slice(0, 24),
    _user_email: openEmail(service, row),
    app_id: app.id,
    user_id: row.user_id,
    notified: row.notified === 1,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    processed_at: row.processed_at === null ? null : new Date(row.processed_at).toISOString(),
    seconds_to_expire: row.seconds_to_expire,
  }
}

function openEmail({ vault }: Twofactor, { email }: Pick<UserRow, 'email'>): string | null {
  return email === null ? null : vault.open('twofactor.email', email)
}

export async function describeUser(service: Twofactor, user: UserRow) {
  const devices = await listDevices(service.database, user.id)
  return {
    twofactor_id: user.number,
    ...(service.alias === undefined ? {} : { [`${service.alias}_id`]: user.number }),
    confirmed: user.confirmed === 1,
    registered: devices.length > 0,
    country_code: Number(user.country_code),
    phone_number: maskForStatus(phoneOf(service, user)),
    email: openEmail(service, user),
    devices: devices.map(({ os_type }) => os_type ?? 'app'),
    has_hard_token: false,
    account_disabled: false,
    detailed_devices: devices.map(describeDevice),
  }
}

function describeDevice({ id, name, os_type, created_at, seen_at }: DeviceRow) {
  return {
    uuid: id,
    name,
    os_type: os_type ?? 'app',
    registration_date: Math.floor(created_at / 1000),
    last_sync_date: Math.floor(seen_at / 1000),
  }
}

/** What is gone with its user can be answered no more. */
async function statusOf(service: Twofactor, uuid: string): Promise<ApprovalStatus> {
  const row = await findApproval(service.database, uuid)
  return row === undefined ? 'expired' : approvalStatusAt(row, service.clock.now())
}

/** Each approval once as it comes and once as it ends, until no user has the device any more. */
export function answerDeviceStream(
  service: Twofactor,
  devices: readonly DeviceRow[],
  appOf: AppOf,
): Answer<Operations['streamDeviceApprovals']> {
  const stream = new EventStream((send, end) => {
    const told = new Set<string>()
    const tellNew = async () => {
      const live = await listDevicesOfKey(service.database, devices[0]?.fingerprint ?? '')
      if (live.length === 0) return end()
      const pending = await listApprovals(service, live, appOf)
      const waiting = new Set(pending.map(({ uuid }) => uuid))
      for (const uuid of [...told].filter((one) => !waiting.has(one))) {
        told.delete(uuid)
        send({ event: 'approval_request_status', data: { uuid, status: await statusOf(service, uuid) } })
      }
      for (const approval of pending) {
        if (told.has(approval.uuid)) continue
        told.add(approval.uuid)
        send({ event: 'approval_request', data: approval })
      }
    }
    const tell = oneAtATime(tellNew, (cause) => {
      service.log.warn('a stream ended early', { cause })
      end()
    })
    const leaves = devices.map(({ user_id }) => service.inbox.on(user_id, tell))
    tell()
    return () => {
      for (const leave of leaves) leave()
    }
  })
  return { status: 200, body: stream }
}

/** However often it is asked for during a run, one more follows: two at once would tell what the other has seen end. */
function oneAtATime(run: () => Promise<void>, onFailure: (cause: unknown) => void): () => void {
  let wanted = false
  let running = false
  const runWhileWanted = async () => {
    running = true
    try {
      while (wanted) {
        wanted = false
        await run()
      }
    } finally {
      running = false
    }
  }
  return () => {
    wanted = true
    if (!running) runWhileWanted().catch(onFailure)
  }
}
