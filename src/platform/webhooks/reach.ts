import type { Context } from '../../kernel/context.ts'
import { recordAudit } from '../audit/entries.ts'
import { wakeReceiver } from '../jobs/receiver-queue.ts'
import { queueWebhook, webhookKind } from './publisher.ts'
import { findDelivery, findEndpoint, listAllEndpoints, listFailedSince, queueAgain } from './store.ts'
import type { EndpointRow } from './tables.ts'

/** Which endpoints somebody may see: those for one organisation's events, and the server's own. */
export type WebhookReach = {
  /** Undefined means every organisation. */
  organisationId: string | undefined
  issuer: boolean
}

/** The most failed deliveries that one call sends again. */
const MOST_AT_ONCE = 1_000
/** The type of a test event; no service has an event of this name. */
const testEvent = 'lanyard.test'

function isReached({ service, subject }: EndpointRow, reach: WebhookReach): boolean {
  if (service !== 'events') return reach.issuer
  return reach.organisationId === undefined || subject === reach.organisationId
}

/** Endpoints within somebody's reach, newest first, without removed ones. */
export async function listReachedEndpoints(context: Context, reach: WebhookReach): Promise<EndpointRow[]> {
  const rows = await listAllEndpoints(context.database)
  return rows.filter((row) => row.disabled_at === null && isReached(row, reach)).reverse()
}

export async function findReachedEndpoint(
  { database }: Context,
  reach: WebhookReach,
  id: string,
): Promise<EndpointRow | undefined> {
  const row = await findEndpoint(database, id)
  return row?.disabled_at === null && isReached(row, reach) ? row : undefined
}

/** Whether the delivery exists and belongs to this endpoint. */
export async function isDeliveryOf({ database }: Context, endpointId: string, id: string): Promise<boolean> {
  return (await findDelivery(database, id))?.endpoint_id === endpointId
}

/** Queues deliveries again that have failed since then, oldest first; returns their number. */
export async function replayFailed(
  context: Context,
  endpointId: string,
  { since, actor }: { since: number; actor: string },
): Promise<number> {
  const wanted = { endpoint_id: endpointId, since, limit: MOST_AT_ONCE }
  const ids = await listFailedSince(context.database, wanted)
  if (ids.length === 0) return 0
  return context.database.write(async (tx) => {
    let replayed = 0
    for (const id of ids) if ((await queueAgain(tx, id, context.clock.now())) !== undefined) replayed += 1
    const subject = `webhook:${endpointId}`
    await recordAudit(tx, context, { actor, action: 'webhook.replay', subject, detail: { replayed } })
    await wakeReceiver(tx, context, { kind: webhookKind, receiver: endpointId })
    return replayed
  })
}

/** Sends a test event, whatever events the endpoint subscribes to. */
export function sendTestWebhook(context: Context, endpointId: string, actor: string): Promise<void> {
  return context.database.write(async (tx) => {
    await queueWebhook(tx, context, endpointId, { type: testEvent, data: { test: true } })
    await recordAudit(tx, context, { actor, action: 'webhook.test', subject: `webhook:${endpointId}` })
  })
}
