import type { OutgoingMessage } from '../channel.ts'
import type { ReceiptState } from '../tables.ts'

/**
 * Somebody who carries messages. `send` throws `DeliveryRefused` where the message is at fault, `GatewayFailed` where
 * it certainly was not taken, `OutcomeUnknown` where it may have been.
 */
export type Gateway = {
  /** Of its kind and host: for log lines and rows, without a secret. */
  readonly name: string
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference?: string }>
  /** The same id again is carried once: after silence the message may be given to it again. */
  readonly repeatable?: true
  /** The references of what it took since then that looks like this message; throws where it does not say. */
  find?(message: OutgoingMessage, since: number, signal: AbortSignal): Promise<readonly string[]>
  close?(): Promise<void>
}

/** For gateways that tell later what became of a message. */
export type OnReceipt = (receipt: { reference: string; state: ReceiptState }) => Promise<void>

/** The message was not taken, and another gateway may have it. The code names nobody. */
export class GatewayFailed extends Error {
  override readonly name = 'GatewayFailed'
  readonly code: string
  /** The gateway works, and takes this message later. */
  readonly deferred: boolean

  constructor(code: string, { deferred = false } = {}) {
    super(`the gateway failed: ${code}`)
    this.code = code
    this.deferred = deferred
  }
}
