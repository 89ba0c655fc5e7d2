import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { JobHandler } from '../jobs/handler.ts'
import {
  type Attempt,
  createReceiverHandler,
  GONE,
  type ReceiverQueue,
  resumeReceivers,
} from '../jobs/receiver-queue.ts'
import { removeWebhook, webhookPurpose } from './endpoints.ts'
import { openBody, webhookKind } from './publisher.ts'
import { signWebhook } from './signature.ts'
import {
  claimDeliveries,
  endDelivery,
  failDeliveries,
  findEndpoint,
  findNextDelivery,
  holdDelivery,
  listDueEndpoints,
  postponeDelivery,
} from './store.ts'
import type { DeliveryRow, EndpointRow } from './tables.ts'

const TIMEOUT_MS = 15_000

/** Order is not guaranteed: each delivery is retried at its own time, and newer ones do not wait for it. */
export function createWebhookHandler(context: Context, outbound: Outbound): Record<string, JobHandler> {
  return createReceiverHandler(context, webhookQueue(context, outbound))
}

function webhookQueue(context: Context, outbound: Outbound): ReceiverQueue<DeliveryRow> {
  const { database, clock } = context
  return {
    ...waitingWebhooks(context),
    findNextDue: (endpointId) => findNextDelivery(database, endpointId),
    claim: (claim) => claimDeliveries(database, claim),
    hold: (row, until) => holdDelivery(database, row, until),
    async open(endpointId) {
      const endpoint = await findEndpoint(database, endpointId)
      if (endpoint?.disabled_at === null)
        return (delivery, signal) => post(context, outbound, { endpoint, delivery, signal })
      await failDeliveries(database, endpointId, clock.now())
      return undefined
    },
    settle: (row, attempt) => settle(context, row, attempt),
  }
}

function waitingWebhooks({ database }: Context): Pick<ReceiverQueue<DeliveryRow>, 'kind' | 'listDue'> {
  return { kind: webhookKind, listDue: (now) => listDueEndpoints(database, now) }
}

async function settle(context: Context, row: DeliveryRow, attempt: Attempt): Promise<void> {
  const { status, delivered, endedAt, retryAt } = attempt
  if (retryAt !== undefined) return postponeDelivery(context.database, row, { status, retryAt })
  const state = delivered ? 'delivered' : 'failed'
  await endDelivery(context.database, { id: row.id, state, status, ended_at: endedAt })
  if (status === GONE) await removeWebhook(context, row.endpoint_id, 'receiver')
}

type Sending = { endpoint: EndpointRow; delivery: DeliveryRow; signal: AbortSignal }

async function post(
  context: Context,
  outbound: Outbound,
  { endpoint, delivery, signal }: Sending,
): Promise<number> {
  const { clock, vault, log } = context
  const body = openBody(context, delivery.body)
  const timestamp = Math.floor(clock.now() / 1000)
  const previous = (endpoint.previous_until ?? 0) > clock.now() ? endpoint.previous_secret : null
  const secrets = [endpoint.secret, ...(previous === null ? [] : [previous])].map((sealed) =>
    vault.open(webhookPurpose, sealed),
  )
  try {
    const answer = await outbound.request({
      method: 'POST',
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(secrets, { id: delivery.id, timestamp, body }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: 1_024,
      signal,
    })
    return answer.status
  } catch (error) {
    log.warn('a webhook could not be delivered', { endpoint: endpoint.id, cause: error })
    return 0
  }
}

/** Wakes endpoints whose job was lost with its process. */
export function resumeWebhooks(context: Context): Promise<void> {
  return resumeReceivers(context, waitingWebhooks(context))
}
