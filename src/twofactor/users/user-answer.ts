import { maskForStatus } from '../base/phones.ts'
import type { DeviceRow, UserRow } from '../base/tables.ts'
import { openEmail, phoneOf, type Twofactor } from '../base/twofactor.ts'
import { listDevices } from '../devices/device-store.ts'

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
