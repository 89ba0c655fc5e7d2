import { OutboundRefused } from '../../kernel/outbound/errors.ts'
import { createGuard } from '../../kernel/outbound/guard.ts'
import type { GatewayAddress } from '../../platform/delivery/gateways/address.ts'
import { ConfigError, quote } from './error.ts'
import { exampleOf, type Values } from './settings.ts'

/**
 * If the outbound guard would refuse a gateway, the server does not start, instead of failing at the first message.
 */
export function checkGateways(values: Values): void {
  const guard = createGuard(values.LANYARD_OUTBOUND_ALLOW ?? [])
  for (const setting of ['LANYARD_SMS', 'LANYARD_VOICE', 'LANYARD_EMAIL'] as const) {
    const channel = values[setting]
    for (const gateway of channel.kind === 'gateways' ? channel.gateways : []) {
      const url = urlOf(gateway)
      if (url === undefined) continue
      try {
        guard.target(url)
      } catch (error) {
        if (!(error instanceof OutboundRefused)) throw error
        const cure = `Allow it, for example ${exampleOf('LANYARD_OUTBOUND_ALLOW')}`
        throw new ConfigError(
          setting,
          `${setting}: ${quote(gateway.name)} is refused. ${error.message} ${cure}`,
        )
      }
    }
  }
}

/** Mail servers and SMSCs are not subject to the guard, because only the operator chooses their host and port. */
function urlOf(gateway: GatewayAddress): string | undefined {
  if (gateway.kind === 'twilio') return gateway.url
  return gateway.kind === 'webhook' ? gateway.url.reveal() : undefined
}
