import { createHmac } from 'node:crypto'
import type { Random } from '../../kernel/base/random.ts'

/** Standard Webhooks 1.0: `whsec_` and 24 to 64 bytes in base64. */
export function drawWebhookSecret(random: Random): string {
  return `whsec_${random.bytes(32).toString('base64')}`
}

/** One signature per secret, so that a receiver can switch secrets at any time. */
export function signWebhook(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`
  return secrets
    .map((secret) =>
      createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(signed)
        .digest('base64'),
    )
    .map((signature) => `v1,${signature}`)
    .join(' ')
}
