import type { Context } from '../../kernel/context.ts'
import type { Writer } from '../../kernel/database/database.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { removeWebhook, webhookPurpose } from './endpoints.ts'
import { openBody, webhookKind } from './publisher.ts'
import { signWebhook } from './signature.ts'
import {
  claimQueued,
  deleteEndedDeliveries,
  findEndpoint,
  listWaitingEndpoints,
  recordAttempt,
} from './store.ts'
import type { DeliveryRow, EndpointRow } from './tables.ts'

const TIMEOUT_MS = 15_000
const CLAIM_MS = 60_000
const AT_ONCE = 4
/** A receiver that is down for three days has lost what it was not told. */
const GIVE_UP_MS = 3 * 24 * 3_600_000
const KEPT_MS = 30 * 24 * 3_600_000
const GONE = 410

class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly code = 'webhook-not-taken'
}

/** One job an endpoint: a receiver that hangs holds up nobody but itself. Order is not promised, each has its time. */
export function createWebhookHandler(context: Context, outbound: Outbound): Record<string, JobHandler> {
  return {
    [webhookKind]: {
      concurrency: 32,
      maxAttempts: 10_000,
      timeoutMs: 10 * 60_000,
      longestWaitMs: 10 * 60_000,
      run: (endpointId, { signal }) => deliverAll(context, outbound, endpointId, signal),
    },
  }
}

async function deliverAll(
  context: Context,
  outbound: Outbound,
  endpointId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const endpoint = await findEndpoint(context.database, endpointId)
    const now = context.clock.now()
    const wanted = { endpoint_id: endpointId, now, until: now + CLAIM_MS, limit: AT_ONCE }
    const queued = endpoint?.disabled_at === null ? await claimQueued(context.database, wanted) : []
    if (endpoint === undefined || queued.length === 0) return
    const taken = await Promise.all(
      queued.map((delivery) => deliver(context, outbound, { endpoint, delivery, signal })),
    )
    if (taken.includes(false)) throw new NotTaken('the receiver did not take a webhook')
  }
}

type Sending = { endpoint: EndpointRow; delivery: DeliveryRow; signal: AbortSignal }

/** False: another attempt is due. */
async function deliver(
  context: Context,
  outbound: Outbound,
  { endpoint, delivery, signal }: Sending,
): Promise<boolean> {
  const { database, clock } = context
  const status = await post(context, outbound, { endpoint, delivery, signal })
  const now = clock.now()
  const delivered = status >= 200 && status < 300
  const over = delivered || now - delivery.created_at > GIVE_UP_MS
  await recordAttempt(database, {
    id: delivery.id,
    state: delivered ? 'delivered' : over ? 'failed' : 'queued',
    status,
    ended_at: over ? now : null,
  })
  // RFC 9110 §15.5.11: whoever answers 410 wants to hear no more.
  if (status === GONE) await removeWebhook(context, endpoint.id, 'receiver')
  return over || status === GONE
}

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
    log.warn('a webhook did not arrive', { endpoint: endpoint.id, cause: error })
    return 0
  }
}

/** Starts what waits without a job: one that was queued in the moment in which the last job ended. */
export async function resumeWebhooks(context: Context): Promise<void> {
  const waiting = await listWaitingEndpoints(context.database)
  for (const endpointId of waiting) {
    await context.database.write((tx) =>
      enqueueJob(tx, context, { kind: webhookKind, payload: endpointId, uniqueKey: endpointId }),
    )
  }
}

export function sweepWebhooks(db: Writer, now: number): Promise<number> {
  return deleteEndedDeliveries(db, now - KEPT_MS)
}
