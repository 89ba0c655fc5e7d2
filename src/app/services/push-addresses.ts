import { Fault } from '../../kernel/base/fault.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { Config } from '../config/config.ts'

/**
 * Anyone who registers a key chooses a push address that the server then calls, so push messages go only to browsers'
 * push services and to hosts that the operator allowed.
 */
export function pushServiceChecker(
  { delivery: { pushServices } }: Config,
  outbound: Outbound,
): (url: string) => boolean {
  return (url) =>
    pushServices === 'any' || outbound.isNamed(url) || isServedBy(pushServices, new URL(url).hostname)
}

/** While push messages are on, a device learns at once that its push service gets none. */
export function pushAddressChecker(config: Config, outbound: Outbound): (url: string) => void {
  const isServed = pushServiceChecker(config, outbound)
  return (url) => {
    checkOutbound(outbound, url)
    if (config.delivery.push !== 'on' || isServed(url)) return
    throw new Fault('invalid', {
      detail: 'the push address belongs to no push service that this server sends to (LANYARD_PUSH_SERVICES)',
    })
  }
}

function checkOutbound(outbound: Outbound, url: string): void {
  try {
    outbound.check(url)
  } catch (cause) {
    throw new Fault('invalid', { detail: 'the push address is not one that this server may call', cause })
  }
}

/** `*.push.apple.com` means every host below that name, but not the name itself. */
function isServedBy(services: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return services.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
}
