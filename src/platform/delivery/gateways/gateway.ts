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

/** What a gateway tells later about a message that it took. */
export type GatewayReceipt = {
  readonly reference: string
  /** The same name in other notations, for gateways that do not keep to one. */
  readonly others?: readonly string[]
  readonly state: ReceiptState
}

export type OnReceipt = (receipt: GatewayReceipt) => Promise<void>

/** An HTTP request that says it comes from a gateway. */
export type ReceiptCall = { header(name: string): string | undefined; readonly body: string }

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
