import { join } from 'node:path'
import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import { type Channel, offChannel } from '../../platform/delivery/channel.ts'
import type { Channels } from '../../platform/delivery/delivery.ts'
import type { GatewayAddress } from '../../platform/delivery/gateways/address.ts'
import { openGateways } from '../../platform/delivery/gateways/gateways.ts'
import { createOutboxChannel } from '../../platform/delivery/outbox-channel.ts'
import type { Config } from '../config/config.ts'
import { receiptDoors } from './receipts.ts'

/** The file of the `outbox` channel, in the data folder. */
export function outboxPath({ dataFolder }: Config): string {
  return join(dataFolder, 'outbox.jsonl')
}

/** Opens the configured channels; closing ends the connections that they keep. */
export function createChannels(
  config: Config,
  context: Context,
  outbound: Outbound,
): Channels & { close(): Promise<void> } {
  const outbox = createOutboxChannel({ path: outboxPath(config), clock: context.clock })
  const doors = receiptDoors(config)
  const receiptUrlOf = (address: GatewayAddress) => doors.find((door) => door.address === address)?.url
  const open = (setting: Config['delivery']['sms']): Channel => {
    if (setting.kind === 'gateways')
      return openGateways(setting.gateways, context, { outbound, receiptUrlOf })
    return setting.kind === 'outbox' ? outbox : offChannel
  }
  const [sms, voice, email] = [
    open(config.delivery.sms),
    open(config.delivery.voice),
    open(config.delivery.email),
  ]
  return {
    sms,
    voice,
    email,
    push: offChannel,
    async close() {
      await Promise.all([sms, voice, email].map((channel) => channel.close?.()))
    },
  }
}
