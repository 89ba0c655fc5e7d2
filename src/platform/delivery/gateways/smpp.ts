import { setTimeout as pause } from 'node:timers/promises'
import type { Fields, Pdu } from 'smpp'
import type { Clock } from '../../../kernel/base/clock.ts'
import { DeliveryRefused, OutcomeUnknown } from '../channel.ts'
import type { SmppAddress } from './address.ts'
import { type Gateway, GatewayFailed, type OnReceipt } from './gateway.ts'
import { LinkLost, SmppLink } from './smpp-link.ts'
import { readReceipt } from './smpp-receipt.ts'
import { splitText } from './smpp-text.ts'

type SmppTools = {
  onReceipt: OnReceipt
  clock: Clock
  timeoutMs?: number
  enquireMs?: number
  idleMs?: number
  throttledMs?: number
}

const TIMEOUT_MS = 10_000
const ENQUIRE_MS = 30_000
const IDLE_MS = 5_000
const THROTTLED_MS = 500
const THROTTLED_TRIES = 4

const OK = 0
const TEMPORARY_ERROR = 0x64
const THROTTLED = new Set([0x14, 0x58])
/** Wrong length or destination, and what the other end rejects for good (SMPP 3.4 §5.1.3). */
const REFUSED = new Set([0x01, 0x0b, 0x50, 0x51, 0x65, 0x66])

/** An SMSC over SMPP 3.4. If its response is lost, the message has no ID, so nothing can be asked afterwards. */
export function createSmppGateway(address: SmppAddress, tools: SmppTools): Gateway {
  const { clock, throttledMs = THROTTLED_MS } = tools
  const link = new SmppLink(address, {
    clock,
    timeoutMs: tools.timeoutMs ?? TIMEOUT_MS,
    enquireMs: tools.enquireMs ?? ENQUIRE_MS,
    idleMs: tools.idleMs ?? IDLE_MS,
    onDeliver: (pdu) => takeReceipt(pdu, tools.onReceipt),
  })
  let longMessages = 0

  async function submit(fields: Fields, signal: AbortSignal): Promise<Pdu> {
    for (let tries = 1; ; tries += 1) {
      if (signal.aborted) throw new GatewayFailed('cancelled')
      const answer = await link.submit(fields)
      if (answer.command_status === OK) return answer
      if (!THROTTLED.has(answer.command_status)) throw notTaken(answer.command_status)
      if (tries === THROTTLED_TRIES) throw new GatewayFailed('throttled')
      await pause(throttledMs * 2 ** (tries - 1))
    }
  }

  return {
    name: address.name,
    async send(message, signal) {
      const to = /^\+?(\d{4,15})$/.exec(message.to)?.[1]
      if (to === undefined) throw new DeliveryRefused('bad-number', { asked: false })
      longMessages += 1
      const parts = splitText(message.text, longMessages)
      let reference: string | undefined
      try {
        for (const [index, part] of parts.entries()) {
          // Ask for one receipt per message: that of its last part.
          const registered_delivery = index === parts.length - 1 ? 1 : 0
          const fields = { ...senderOf(address.from), ...destinationOf(to), ...part, registered_delivery }
          reference = (await submit(fields, signal)).message_id
        }
      } catch (error) {
        throw error instanceof LinkLost ? new OutcomeUnknown('no-answer') : error
      }
      return reference === undefined || reference === '' ? {} : { reference }
    },
    close: () => link.close(),
  }
}

function notTaken(status: number): DeliveryRefused | GatewayFailed {
  const code = `smpp-0x${status.toString(16).padStart(2, '0')}`
  return REFUSED.has(status) ? new DeliveryRefused(code) : new GatewayFailed(code)
}

function destinationOf(destination_addr: string): Fields {
  return { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr }
}

/** An international number, a short code or a name. */
function senderOf(from: string): Fields {
  const [, number] = /^\+(\d+)$/.exec(from) ?? []
  if (number !== undefined) return { source_addr_ton: 1, source_addr_npi: 1, source_addr: number }
  if (/^\d+$/.test(from)) return { source_addr_ton: 3, source_addr_npi: 0, source_addr: from }
  return { source_addr_ton: 5, source_addr_npi: 0, source_addr: from }
}

async function takeReceipt(pdu: Pdu, onReceipt: OnReceipt): Promise<number> {
  const receipt = readReceipt(pdu)
  if (receipt === undefined) return OK
  try {
    await onReceipt(receipt)
    return OK
  } catch {
    // The other end keeps the receipt and sends it again.
    return TEMPORARY_ERROR
  }
}
