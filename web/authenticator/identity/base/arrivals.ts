import { Refusal } from '../../../../src/client/client.ts'
import { isKnown } from '../../../../src/client/device/identity.ts'
import { issuer } from '../../base/services.ts'
import { saveIdentity } from '../../base/state.ts'
import { createDeviceKey, type DeviceKey } from '../../keys/device-key.ts'
import { deleteRecord, findRecord, listRecords, putRecord } from '../../store/database.ts'
import { keepStorage } from '../../store/persist.ts'
import type { Identity } from '../../store/records.ts'

/** An identity that comes from another device. */
export type ComingIdentity = Pick<Identity, 'id' | 'name' | 'addresses' | 'recoverySince'>

/** Its new key, stored before the issuer knows it, so that neither a reload nor a lost answer loses the identity. */
export type Arrival = {
  readonly id: string
  readonly from: ComingIdentity
  readonly key: DeviceKey
  readonly since: number
}

const PREFIX = 'arrival '
/** After this time, the other device or the recovery file has to start again. */
const LONGEST_MS = 86_400_000

/** A second attempt continues with the key of the first. */
export async function prepareArrival(from: ComingIdentity): Promise<Arrival> {
  const id = PREFIX + from.id
  const known = await findRecord<Arrival>('settings', id)
  const key = known?.key ?? (await createDeviceKey())
  const arrival: Arrival = { id, from, key, since: Date.now() }
  await putRecord('settings', arrival)
  keepStorage()
  return arrival
}

/** The issuer knows the new key: the identity is here. */
export async function completeArrival({ id, from, key }: Arrival, secret: string | undefined): Promise<void> {
  await saveIdentity({ ...from, id: key.thumbprint, key, secret, claims: {}, since: Date.now() })
  await deleteRecord('settings', id)
}

export async function dropArrival({ id }: Arrival): Promise<void> {
  await deleteRecord('settings', id)
}

/** Completes what the issuer has confirmed since. Returns the identities that are still on their way. */
export async function settleArrivals(): Promise<Arrival[]> {
  const waiting = await listRecords<Arrival>('settings', IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`))
  const left: Arrival[] = []
  for (const arrival of waiting) {
    const state = await stateOf(arrival.key)
    if (state === 'live') await completeArrival(arrival, undefined)
    else if (state === 'revoked' || arrival.since < Date.now() - LONGEST_MS) await dropArrival(arrival)
    else left.push(arrival)
  }
  return left
}

async function stateOf({ thumbprint }: DeviceKey): Promise<'live' | 'unknown' | 'revoked'> {
  try {
    return (await isKnown(issuer, thumbprint)) ? 'live' : 'unknown'
  } catch (error) {
    if (error instanceof Refusal && error.status === 410) return 'revoked'
    throw error
  }
}
