import { Fault } from '../../../kernel/base/fault.ts'
import type { Context } from '../../../kernel/context.ts'
import { recordReceipt } from '../receipts.ts'
import type { GatewayAddress } from './address.ts'
import type { GatewayReceipt, ReceiptCall } from './gateway.ts'
import { readTwilioReceipt } from './twilio-receipt.ts'
import { readWebhookReceipt } from './webhook-receipt.ts'

/** A gateway that calls back, and the URL that it was given. */
export type ReceiptDoor = { readonly address: GatewayAddress; readonly url: string }

/** Accepts gateways' delivery receipts by HTTP. Other callers learn nothing, not even whether a gateway exists. */
export function createReceiptHandler(context: Context, doors: readonly ReceiptDoor[]) {
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

/** Made of the gateway's name, so that it stays the same when gateways are reordered. */
export function receiptPath(channel: string, { name }: GatewayAddress): string {
  return `/delivery/receipts/${channel}/${name.replaceAll(/[^\w.-]+/g, '-')}`
}
