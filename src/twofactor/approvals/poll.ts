import type { Answer, Request } from '../../kernel/contract/operation.ts'
import type { PolledApproval } from '../base/approval-store.ts'
import { type Application, openEmail, type Twofactor } from '../base/twofactor.ts'
import { approvalStatusAt, getApproval } from './approvals.ts'
import type { approvalRows } from './rows.ts'

type Row = (typeof approvalRows)['getApproval']

/** Holds the request until the approval is answered or expires, if the caller asks for that. */
export async function answerPoll(
  service: Twofactor,
  app: Application,
  request: Request<Row>,
): Promise<Answer<Row>> {
  const { uuid } = request.params
  const { wait } = request.bag
  if (wait === undefined) return describePoll(service, app, await getApproval(service, app, uuid))
  let changed = false
  // Subscribe before reading, so that an answer in between is not missed.
  const leave = service.approvals.on(uuid, () => (changed = true))
  try {
    let row = await getApproval(service, app, uuid)
    const now = service.clock.now()
    if (approvalStatusAt(row, now) === 'pending') {
      const left = row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at - now
      if (!changed) await request.hold((wake) => service.approvals.on(uuid, wake), wait * 1000, left)
      row = await getApproval(service, app, uuid)
    }
    return describePoll(service, app, row)
  } finally {
    leave()
  }
}

function describePoll(service: Twofactor, app: Application, row: PolledApproval): Answer<Row> {
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
