import type { Clock } from '../../../kernel/base/clock.ts'
import { signWebhook } from '../../webhooks/signature.ts'
import type { WebhookAddress } from './address.ts'
import { type Gateway, GatewayFailed } from './gateway.ts'
import { ask, type HttpTools, notTaken, readReference } from './http.ts'

/**
 * Uses an operator's own program as gateway: requests are signed like Standard Webhooks, and each id must be sent
 * only once.
 */
export function createWebhookGateway(
  { name, url, secret }: WebhookAddress,
  tools: HttpTools & { clock: Clock; receiptUrl?: string | undefined },
): Gateway {
  return {
    name,
    repeatable: true,
    async send({ id, channel, to, text, purpose, locale }, signal) {
      const body = JSON.stringify({ id, channel, to, text, purpose, locale, receipt_url: tools.receiptUrl })
      const timestamp = Math.floor(tools.clock.now() / 1000)
      const answer = await ask(tools, {
        method: 'POST',
        url: url.reveal(),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signWebhook([secret.reveal()], { id, timestamp, body }),
        },
        body,
        signal,
      })
      if (answer.status < 200 || answer.status > 299) throw notTaken(answer.status, answer.body?.code)
      if ((answer.body?.error ?? null) !== null) throw new GatewayFailed('accepted-with-error')
      // A receipt identifies the message by the gateway's ID, or by ours.
      return { reference: readReference(answer.body?.reference) ?? id }
    },
  }
}
