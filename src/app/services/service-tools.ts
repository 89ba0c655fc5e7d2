import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import type { Channels } from '../../platform/delivery/delivery.ts'
import type { CountFigure } from '../../platform/figures/figures.ts'
import type { Config } from '../config/config.ts'
import type { Push } from './push.ts'

/** What every service is assembled from. */
export type ServiceTools = {
  config: Config
  context: Context
  changes: ChangeFeed
  outbound: Outbound
  channels: Channels
  count: CountFigure
  /** Undefined if push messages are off. */
  push: Push | undefined
}

/** PostgreSQL may serve other machines too; a SQLite file is served by the processes of one server. */
export function isServedAlone({ database, http }: Config): boolean {
  return database.engine === 'sqlite' && http.processes === 1
}

/**
 * Anyone who registers a key chooses a push address that the server then calls, so only browsers' push services and
 * hosts that the operator allowed are accepted.
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

/** `*.push.apple.com` means every host below that name, but not the name itself. */
function isServedBy(services: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return services.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
}

/** `what` names the address in the error text. */
function addressChecker(outbound: Outbound, what: string): (url: string) => void {
  return (url) => {
    try {
      outbound.check(url)
    } catch (cause) {
      throw new Fault('invalid', { detail: `${what} is not one that this server may call`, cause })
    }
  }
}
