import { Fault } from '../../../kernel/base/fault.ts'
import type { Context } from '../../../kernel/context.ts'
import { recordReceipt } from '../receipts.ts'
import type { GatewayAddress } from './address.ts'
import type { GatewayReceipt, ReceiptCall } from './gateway.ts'
import { readTwilioReceipt } from './twilio-receipt.ts'
import { readWebhookReceipt } from './webhook-receipt.ts'

/** A gateway that calls back, and the address that it was told. */
export type ReceiptDoor = { readonly address: GatewayAddress; readonly url: string }

/** Takes what gateways tell by HTTP. Whoever is not a gateway learns nothing, not even whether there is one. */
export function createReceiptDesk(context: Context, doors: readonly ReceiptDoor[]) {
  return async (path: string, call: ReceiptCall): Promise<void> => {
    const door = doors.find(({ url }) => new URL(url).pathname === path)
    if (door === undefined) throw new Fault('unauthenticated')
    const receipt = read(context, door, call)
    if (receipt !== undefined) await recordReceipt(context, { gateway: door.address.name, ...receipt })
  }
}

function read(
  { clock }: Context,
  { address, url }: ReceiptDoor,
  call: ReceiptCall,
): GatewayReceipt | undefined {
  if (address.kind === 'twilio') return readTwilioReceipt(address, url, call)
  if (address.kind === 'webhook') return readWebhookReceipt(address, clock, call)
  throw new Fault('unauthenticated')
}

/** Of the gateway's name, so that it stays the same when gateways change their order. */
export function receiptPath(channel: string, { name }: GatewayAddress): string {
  return `/delivery/receipts/${channel}/${name.replaceAll(/[^\w.-]+/g, '-')}`
}
