import type { MessageChannel } from './tables.ts'

export type OutgoingMessage = {
  /** The same at every attempt: a provider that takes an idempotency key is given it. */
  readonly id: string
  readonly channel: MessageChannel
  readonly to: string
  readonly text: string
  readonly purpose: string
  /** Of a mail. */
  readonly subject?: string
  /** The language of the text, for whoever reads it aloud. */
  readonly locale?: string
}

/** The kind of job that sends a message on the channel. */
export function deliveryKind(channel: MessageChannel): string {
  return `deliver-${channel}`
}

/** `gateway` is the one that took it; `reference` is that gateway's name for it. */
export type Taken = { readonly reference?: string; readonly gateway?: string }

/** What is stored about a message while it is handed over. */
export type Ledger = {
  /** The gateway whose answer never came, and when it was asked. */
  readonly unanswered: { readonly gateway: string; readonly since: number } | undefined
  /** Before a byte leaves: after a crash it is known who may have the message. Throws where another process has it. */
  hand(gateway: string): Promise<void>
  /** The same without a record, for a way out that nobody asks afterwards. */
  confirm(): Promise<void>
  /** Whether the gateway's reference belongs to a message already. */
  isKnown(gateway: string, reference: string): Promise<boolean>
}

/**
 * A way out. It throws `DeliveryRefused` where another attempt is useless and `OutcomeUnknown` where the message may
 * have left; after anything else it certainly has not, and is tried again.
 */
export type Channel = {
  readonly name: string
  /** How many messages are handed over at once; a gateway takes a few. */
  readonly concurrency?: number
  send(message: OutgoingMessage, signal: AbortSignal, ledger?: Ledger): Promise<Taken>
  /** False where every way out is known to be broken: whoever asks for a message may be told at once. */
  available?(): boolean
  close?(): Promise<void>
}

/** The code says why and names nobody. `asked` is false where no gateway was: it says nothing about one. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused'
  readonly code: string
  readonly asked: boolean

  constructor(code: string, { asked = true } = {}) {
    super(`the message is refused: ${code}`)
    this.code = code
    this.asked = asked
  }
}

/** The message may have left. `final` where nobody will ever tell. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly code: string
  readonly final: boolean

  constructor(code: string, { final = false } = {}) {
    super(`the outcome is unknown: ${code}`)
    this.code = code
    this.final = final
  }
}

/** Nothing leaves on a channel that is switched off. */
export const offChannel: Channel = {
  name: 'off',
  async send() {
    throw new DeliveryRefused('channel-off')
  },
}
