import { createGuard } from '../../kernel/outbound/guard.ts'
import type { GatewayAddress } from '../../platform/delivery/gateways/address.ts'
import { type ReceiptDoor, receiptPath } from '../../platform/delivery/gateways/receipt-handler.ts'
import type { Config } from '../config/config.ts'

const channels = ['sms', 'voice'] as const

/** The gateways that report delivery by HTTP, each with the URL that it is given. */
export function receiptDoors(config: Config): ReceiptDoor[] {
  return channels.flatMap((channel) => {
    const setting = config.delivery[channel]
    const addresses = setting.kind === 'gateways' ? setting.gateways : []
    return addresses
      .filter((address) => tellsByHttp(address, config))
      .map((address) => ({ address, url: config.urls.main + receiptPath(channel, address) }))
  })
}

function tellsByHttp(address: GatewayAddress, config: Config): boolean {
  if (address.kind === 'twilio') return address.token !== undefined && isReachable(config)
  return address.kind === 'webhook'
}

/** Providers refuse a message whose callback URL they cannot reach. */
function isReachable({ urls, security }: Config): boolean {
  try {
    createGuard(security.outboundAllow).target(urls.main)
    return true
  } catch {
    return false
  }
}
