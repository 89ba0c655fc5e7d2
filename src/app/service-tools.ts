import type { Context } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Outbound } from '../kernel/outbound/request.ts'
import type { ChangeFeed } from '../platform/changes/feed.ts'
import type { Channels } from '../platform/delivery/delivery.ts'
import type { CountFigure } from '../platform/figures/figures.ts'
import type { Config } from './config.ts'
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

/** `what` names the address to whoever gave it. */
export function addressChecker(outbound: Outbound, what: string): (url: string) => void {
  return (url) => {
    try {
      outbound.check(url)
    } catch (cause) {
      throw new Fault('invalid', { detail: `${what} is not one that this server may call`, cause })
    }
  }
}
