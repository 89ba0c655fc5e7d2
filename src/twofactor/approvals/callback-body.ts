import type { ApprovalRow } from '../base/tables.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { findUser } from '../base/user-store.ts'
import { listDevices } from '../devices/device-store.ts'
import { approvalStatusAt } from './approvals.ts'
import type { Value } from './callback-signature.ts'

/**
 * The body that tells an application about an answer: everything it sent with the request, and which device answered
 * with which signature.
 */
export async function describeCallback(
  service: Twofactor,
  row: ApprovalRow,
): Promise<{ readonly [name: string]: Value }> {
  const user = await findUser(service.database, row.user_id)
  const device = (await listDevices(service.database, row.user_id)).find(({ id }) => id === row.device_id)
  const open = (sealed: string) =>
    JSON.parse(service.vault.open('twofactor.details', sealed)) as { [name: string]: Value }
  const status = approvalStatusAt(row, service.clock.now())
  const number = user?.number ?? 0
  const transaction = {
    details: open(row.details),
    hidden_details: open(row.hidden_details),
    message: row.message,
    status,
    uuid: row.uuid,
    created_at_time: Math.floor(row.created_at / 1000),
  }
  return {
    twofactor_id: number,
    ...(service.alias === undefined ? {} : { [`${service.alias}_id`]: number }),
    device_uuid: row.device_id ?? '',
    callback_action: 'approval_request_status',
    uuid: row.uuid,
    status,
    signature: row.signature,
    approval_request: {
      transaction,
      expiration_timestamp: row.expires_at === null ? 0 : Math.floor(row.expires_at / 1000),
      logos: JSON.parse(row.logos) as Value,
      app_id: row.application_id,
    },
    device: {
      uuid: row.device_id ?? '',
      name: device?.name ?? null,
      os_type: device?.os_type ?? 'app',
      registration_date: Math.floor((device?.created_at ?? 0) / 1000),
    },
  }
}
