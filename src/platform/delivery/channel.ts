import type { MessageChannel } from './tables.ts'

export type OutgoingMessage = {
  /** The same at every attempt: a provider that supports idempotency keys gets it. */
  readonly id: string
  readonly channel: MessageChannel
  readonly to: string
  readonly text: string
  readonly purpose: string
  /** Only e-mails have a subject. */
  readonly subject?: string
  /** The language of the text, for voice calls. */
  readonly locale?: string
}

/** The kind of job that sends a message on the channel. */
export function deliveryKind(channel: MessageChannel): string {
  return `deliver-${channel}`
}

/** `gateway` is the one that accepted the message; `reference` is that gateway's ID for it. */
export type Taken = { readonly reference?: string; readonly gateway?: string }

/** What is stored about a message while it is being sent. */
export type Ledger = {
  /** The gateway that never answered, and when it was asked. */
  readonly unanswered: { readonly gateway: string; readonly since: number } | undefined
  /**
   * Called before a byte is sent, so that after a crash it is known which gateway may have the message. Throws if
   * another process has it.
   */
  hand(gateway: string): Promise<void>
  /** The same without storing a gateway, for channels that cannot be asked afterwards. */
  confirm(): Promise<void>
  /** Whether the gateway's reference already belongs to a message. */
  isKnown(gateway: string, reference: string): Promise<boolean>
}

/** An attempt that may have to end early. Read the signal only if it is needed: it is expensive to create. */
type Abortable = { readonly signal: AbortSignal }

/**
 * A way to send messages. It throws `DeliveryRefused` if another attempt is useless and `OutcomeUnknown` if the
 * message may have been sent; after any other error it certainly was not, and is tried again.
 */
export type Channel = {
  readonly name: string
  /** How many messages are sent at once; gateways accept a few. */
  readonly concurrency?: number
  send(message: OutgoingMessage, run: Abortable, ledger?: Ledger): Promise<Taken>
  /** False if every gateway is known to be down, so that a request for a message can fail immediately. */
  available?(): boolean
  close?(): Promise<void>
}

/** The code says why and contains no personal data. `asked` is false if no gateway was asked. */
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

/** The message may have been sent. `final` if this will never be known. */
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

/** A channel that is switched off sends nothing. */
export const offChannel: Channel = {
  name: 'off',
  async send() {
    throw new DeliveryRefused('channel-off')
  },
}
