import type { OutgoingMessage } from '../channel.ts'
import type { ReceiptState } from '../tables.ts'

/**
 * A provider that sends messages. `send` throws `DeliveryRefused` if the message is at fault, `GatewayFailed` if it
 * certainly was not accepted, and `OutcomeUnknown` if it may have been.
 */
export type Gateway = {
  /** Made of kind and host, for log lines and rows; contains no secret. */
  readonly name: string
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference?: string }>
  /** Sends the same id only once, so a message without an answer may be given to it again. */
  readonly repeatable?: true
  /** The references of accepted messages since then that look like this one; throws if the gateway cannot say. */
  find?(message: OutgoingMessage, since: number, signal: AbortSignal): Promise<readonly string[]>
  close?(): Promise<void>
}

/** What a gateway reports later about a message that it accepted. */
export type GatewayReceipt = {
  readonly reference: string
  /** The same reference in other notations, for gateways that mix them. */
  readonly others?: readonly string[]
  readonly state: ReceiptState
}

export type OnReceipt = (receipt: GatewayReceipt) => Promise<void>

/** An HTTP request that claims to come from a gateway. */
export type ReceiptCall = { header(name: string): string | undefined; readonly body: string }

/** The message was not accepted, so another gateway may send it. The code contains no personal data. */
export class GatewayFailed extends Error {
  override readonly name = 'GatewayFailed'
  readonly code: string
  /** The gateway works, but accepts this message only later. */
  readonly deferred: boolean

  constructor(code: string, { deferred = false } = {}) {
    super(`the gateway failed: ${code}`)
    this.code = code
    this.deferred = deferred
  }
}
