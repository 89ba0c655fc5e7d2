import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import type { Channels } from '../../platform/delivery/delivery.ts'
import type { CountFigure } from '../../platform/figures/figures.ts'
import type { Config } from '../config/config.ts'
import type { Push } from './push.ts'

/** What a service is put together from. */
export type ServiceTools = {
  config: Config
  context: Context
  changes: ChangeFeed
  outbound: Outbound
  channels: Channels
  count: CountFigure
  /** Undefined where push messages are off. */
  push: Push | undefined
}

/**
 * A push address is called at the word of whoever registers a key, so that only the push services of browsers are taken, and hosts that
 * the operator named.
 */
export function pushAddressChecker({ delivery }: Config, outbound: Outbound): (url: string) => void {
  const check = addressChecker(outbound, 'the push address')
  const services = delivery.pushServices
  return (url) => {
    check(url)
    if (services === 'any' || outbound.isNamed(url) || isServedBy(services, new URL(url).hostname)) return
    throw new Fault('invalid', {
      detail: 'the push address belongs to no push service that this server sends to (LANYARD_PUSH_SERVICES)',
    })
  }
}

/** `*.push.apple.com` stands for every host below that name, and not for the name itself. */
function isServedBy(services: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return services.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
}

/** `what` names the address to whoever gave it. */
function addressChecker(outbound: Outbound, what: string): (url: string) => void {
  return (url) => {
    try {
      outbound.check(url)
    } catch (cause) {
      throw new Fault('invalid', { detail: `${what} is not one that this server may call`, cause })
    }
  }
}
