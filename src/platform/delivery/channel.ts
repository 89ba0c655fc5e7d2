import type { MessageChannel } from './tables.ts'

export type OutgoingMessage = {
  /** The same at every attempt: a provider that takes an idempotency key is given it. */
  readonly id: string
  readonly channel: MessageChannel
  readonly to: string
  readonly text: string
  readonly purpose: string
}

/** A way out. It throws `DeliveryRefused` where another attempt is useless; anything else is tried again. */
export type Channel = {
  readonly name: string
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference?: string }>
}

/** The code says why and names nobody. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused'
  readonly code: string

  constructor(code: string, options?: { cause?: unknown }) {
    super(`the message is refused: ${code}`, options)
    this.code = code
  }
}

/** Nothing leaves on a channel that is switched off. */
export const offChannel: Channel = {
  name: 'off',
  async send() {
    throw new DeliveryRefused('channel-off')
  },
}
