import * as Type from 'typebox'
import type { Clock } from '../../../kernel/base/clock.ts'
import { Fault } from '../../../kernel/base/fault.ts'
import { equalInConstantTime } from '../../../kernel/base/secret.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { check } from '../../../kernel/contract/validate.ts'
import { parseJson } from '../../../kernel/text/json.ts'
import { signWebhook } from '../../webhooks/signature.ts'
import type { WebhookAddress } from './address.ts'
import type { GatewayReceipt, ReceiptCall } from './gateway.ts'

/** Standard Webhooks 1.0: a signature is valid for five minutes. */
const TOLERANCE_SECONDS = 300

const receipt = closed({
  reference: Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$' }),
  status: Type.Union([Type.Literal('delivered'), Type.Literal('undelivered')]),
})

/** Reads the delivery receipt of an operator's own program, signed with the same secret as messages to it. */
export function readWebhookReceipt(
  { secret }: WebhookAddress,
  clock: Clock,
  { header, body }: ReceiptCall,
): GatewayReceipt {
  const id = header('webhook-id') ?? ''
  const stamp = header('webhook-timestamp') ?? ''
  const timestamp = /^\d{1,12}$/.test(stamp) ? Number(stamp) : Number.NaN
  const isRecent = Math.abs(timestamp - clock.now() / 1000) <= TOLERANCE_SECONDS
  const expected = signWebhook([secret.reveal()], { id, timestamp, body })
  const given = (header('webhook-signature') ?? '').split(' ')
  if (id === '' || !isRecent || !given.some((signature) => equalInConstantTime(signature, expected)))
    throw new Fault('unauthenticated')
  const value: unknown = parseJson(Buffer.from(body))
  check(receipt, value, '')
  const { reference, status } = value as Type.Static<typeof receipt>
  return { reference, state: status }
}
