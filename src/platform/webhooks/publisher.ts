import { createCache } from '../../kernel/base/cache.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { wakeReceiver } from '../jobs/receiver-queue.ts'
import { insertDelivery, listLiveEndpoints } from './store.ts'
import type { EndpointRow } from './tables.ts'

export const webhookKind = 'webhook'
const bodyPurpose = 'webhook-body'

type WebhookEvent = {
  type: string
  /**
   * The application or organisation that the event is about: endpoints of others do not receive it. Null means
   * everyone.
   */
  subject: string | null
  data: Readonly<Record<string, unknown>>
}

/** Publishes events in the transaction that causes them, so that they are sent only if it commits. */
export type WebhookPublisher = { publish(tx: Transaction, event: WebhookEvent): Promise<void> }

type Told = Pick<EndpointRow, 'id' | 'subject' | 'events'>

export function createWebhookPublisher(
  context: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
  { service, topic }: { service: string; topic: string },
): WebhookPublisher {
  const endpoints = createCache<readonly Told[]>({ max: 1 })
  changes.on(topic, endpoints.delete)
  changes.onMissed(endpoints.clear)
  return {
    async publish(tx, event) {
      const known = await endpoints.load(service, () => listLiveEndpoints(context.database, service))
      for (const endpoint of known ?? [])
        if (hears(endpoint, event)) await queueWebhook(tx, context, endpoint.id, event)
    },
  }
}

function hears({ subject, events }: Told, event: WebhookEvent): boolean {
  if (subject !== null && event.subject !== null && subject !== event.subject) return false
  return events === '*' || events.split(' ').includes(event.type)
}

/** Queues an event for one endpoint that subscribes to it. */
export async function queueWebhook(
  tx: Transaction,
  context: Context,
  endpointId: string,
  { type, data }: Pick<WebhookEvent, 'type' | 'data'>,
): Promise<void> {
  const now = context.clock.now()
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data })
  const queued = await insertDelivery(tx, {
    id: `msg_${context.ids.uuid()}`,
    endpoint_id: endpointId,
    type,
    body: context.vault.seal(bodyPurpose, body),
    created_at: now,
  })
  if (queued) await wakeReceiver(tx, context, { kind: webhookKind, receiver: endpointId })
}

export function openBody({ vault }: Context, sealed: string): string {
  return vault.open(bodyPurpose, sealed)
}
