import { OutboundFailed, OutboundRefused } from '../../../kernel/outbound/errors.ts'
import type { Outbound, OutboundRequest } from '../../../kernel/outbound/request.ts'
import { parseJson } from '../../../kernel/text/json.ts'
import { DeliveryRefused, OutcomeUnknown } from '../channel.ts'
import { GatewayFailed } from './gateway.ts'

export type HttpTools = { outbound: Outbound; timeoutMs?: number }
export type HttpAnswer = { status: number; body: Record<string, unknown> | undefined }

const TIMEOUT_MS = 10_000
const LARGEST_ANSWER = 256 * 1024

/** Statuses about our account or the gateway's state, not about the message: another gateway may accept it. */
const notAboutTheMessage = new Set([401, 402, 403, 404, 405, 407, 408, 421, 425, 426, 429])

/** Any response is believed; without one, the outcome is unknown once the connection was established. */
export async function ask({ outbound, timeoutMs }: HttpTools, request: OutboundRequest): Promise<HttpAnswer> {
  try {
    const answer = await outbound.request({
      timeoutMs: timeoutMs ?? TIMEOUT_MS,
      maxResponseBytes: LARGEST_ANSWER,
      ...request,
    })
    return { status: answer.status, body: readObject(answer.body) }
  } catch (error) {
    if (error instanceof OutboundFailed && error.sent) throw new OutcomeUnknown(error.reason)
    if (error instanceof OutboundFailed || error instanceof OutboundRefused)
      throw new GatewayFailed(error.reason)
    throw error
  }
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = parseJson(bytes)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** What a response other than acceptance means: the message is at fault if the gateway says so with a code. */
export function notTaken(status: number, code: unknown): DeliveryRefused | GatewayFailed | OutcomeUnknown {
  // A proxy in front of the gateway got no response from it.
  if (status === 504) return new OutcomeUnknown('http-504')
  const named = /^[\w-]{1,40}$/.test(
    typeof code === 'number' ? String(code) : typeof code === 'string' ? code : '',
  )
  if (status >= 400 && status < 500 && named && !notAboutTheMessage.has(status))
    return new DeliveryRefused(`gateway-${code}`)
  return new GatewayFailed(status === 429 ? 'throttled' : named ? `http-${status}-${code}` : `http-${status}`)
}

/** A gateway's ID for a message, if it gives one that can be stored. */
export function readReference(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined
}
