import type { Context } from '../../../kernel/context.ts'
import type { Outbound } from '../../../kernel/outbound/request.ts'
import type { Channel } from '../channel.ts'
import { recordReceipt } from '../receipts.ts'
import type { GatewayAddress } from './address.ts'
import { createGatewayChannel } from './failover.ts'
import type { Gateway } from './gateway.ts'
import { createSmppGateway } from './smpp.ts'
import { createSmtpGateway } from './smtp.ts'
import { createTwilioGateway } from './twilio.ts'
import { createWebhookGateway } from './webhook.ts'

type GatewayTools = {
  outbound: Outbound
  /** The URL at which a gateway reports delivery by HTTP. */
  receiptUrlOf: (address: GatewayAddress) => string | undefined
}

/** Opens a channel from the gateways of a setting. */
export function openGateways(
  addresses: readonly GatewayAddress[],
  context: Context,
  tools: GatewayTools,
): Channel {
  const gateways = addresses.map((address) => openGateway(address, context, tools))
  return createGatewayChannel(gateways, context)
}

function openGateway(
  address: GatewayAddress,
  context: Context,
  { outbound, ...tools }: GatewayTools,
): Gateway {
  const receiptUrl = tools.receiptUrlOf(address)
  switch (address.kind) {
    case 'twilio':
      return createTwilioGateway(address, { outbound, receiptUrl })
    case 'webhook':
      return createWebhookGateway(address, { outbound, clock: context.clock, receiptUrl })
    case 'smpp':
      return createSmppGateway(address, {
        clock: context.clock,
        onReceipt: (receipt) => recordReceipt(context, { gateway: address.name, ...receipt }),
      })
    case 'smtp':
      return createSmtpGateway(address)
  }
}
