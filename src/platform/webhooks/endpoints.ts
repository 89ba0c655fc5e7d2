import { Fault } from '../../kernel/base/fault.ts'
import { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { recordChange } from '../changes/changes.ts'
import { wakeReceiver } from '../jobs/receiver-queue.ts'
import { webhookKind } from './publisher.ts'
import { drawWebhookSecret } from './signature.ts'
import {
  disableEndpoint,
  findEndpoint,
  insertEndpoint,
  listAllEndpoints,
  listRecent,
  queueAgain,
  replaceSecret,
} from './store.ts'
import type { EndpointRow } from './tables.ts'

/** A change under this topic contains the service whose endpoints have changed. */
export const webhookTopic = 'webhook'
export const webhookPurpose = 'webhook'

const OVERLAP_MS = 24 * 3_600_000

/** The event types of each service. */
export const webhookEvents: Readonly<Record<string, readonly string[]>> = {
  issuer: ['scope.completed', 'scope.denied', 'scope.cancelled', 'scope.timed_out', 'key.revoked'],
  events: [
    'registration.created',
    'registration.updated',
    'registration.confirmed',
    'registration.waitlisted',
    'registration.offered',
    'registration.declined',
    'registration.expired',
    'registration.cancelled',
    'attendance.checked-in',
    'attendance.checked-out',
    'contact.created',
    'contact.updated',
    'contact.deleted',
  ],
}

type NewWebhook = {
  service: string
  url: string
  /** All of the service's events if left out. */
  events?: readonly string[] | undefined
  /** An application's fingerprint or an organisation's id, to receive only its events. */
  subject?: string | undefined
  /** The actor for the audit trail. */
  actor?: string
}

/** `checkAddress` throws for an address that the server may not call. The secret is shown only this once. */
export async function createWebhook(
  context: Context,
  { service, url, events, subject, actor = localActor }: NewWebhook,
  checkAddress: (url: string) => void,
): Promise<{ id: string; secret: Secret }> {
  const known = webhookEvents[service] ?? []
  const unknown = events?.find((event) => !known.includes(event))
  if (known.length === 0)
    throw invalid(`No service that sends webhooks has this name: ${Object.keys(webhookEvents).join(', ')}.`)
  if (unknown !== undefined) throw invalid(`No event has this name. Those there are: ${known.join(', ')}.`)
  checkAddress(url)
  const id = context.ids.uuid()
  const secret = drawWebhookSecret(context.random)
  await context.database.write(async (tx) => {
    await insertEndpoint(tx, {
      id,
      service,
      subject: subject ?? null,
      url,
      events: events?.join(' ') ?? '*',
      secret: context.vault.seal(webhookPurpose, secret),
      previous_secret: null,
      previous_until: null,
      created_at: context.clock.now(),
      disabled_at: null,
    })
    await recordChange(tx, webhookTopic, service)
    await recordAudit(tx, context, { actor, action: 'webhook.create', subject: `webhook:${id}` })
  })
  return { id, secret: new Secret(secret) }
}

/** False: there is none with this id, or it was already removed. */
export function removeWebhook(context: Context, id: string, actor: string = localActor): Promise<boolean> {
  return context.database.write(async (tx) => {
    const service = await disableEndpoint(tx, id, context.clock.now())
    if (service === undefined) return false
    await recordChange(tx, webhookTopic, service)
    await recordAudit(tx, context, { actor, action: 'webhook.remove', subject: `webhook:${id}` })
    return true
  })
}

/** Both secrets sign for a day. */
export async function rotateWebhookSecret(
  context: Context,
  id: string,
  actor: string = localActor,
): Promise<Secret | undefined> {
  const secret = drawWebhookSecret(context.random)
  const change = {
    id,
    secret: context.vault.seal(webhookPurpose, secret),
    until: context.clock.now() + OVERLAP_MS,
  }
  return context.database.write(async (tx) => {
    const service = await replaceSecret(tx, change)
    if (service === undefined) return undefined
    await recordChange(tx, webhookTopic, service)
    await recordAudit(tx, context, { actor, action: 'webhook.rotate', subject: `webhook:${id}` })
    return new Secret(secret)
  })
}

type Webhook = Pick<
  EndpointRow,
  'id' | 'service' | 'subject' | 'url' | 'events' | 'created_at' | 'disabled_at'
>

export async function listWebhooks({ database }: Context): Promise<Webhook[]> {
  const rows = await listAllEndpoints(database)
  return rows.map(({ id, service, subject, url, events, created_at, disabled_at }) => ({
    id,
    service,
    subject,
    url,
    events,
    created_at,
    disabled_at,
  }))
}

export async function listDeliveries({ database }: Context, endpointId: string, limit = 100) {
  return (await findEndpoint(database, endpointId)) === undefined
    ? undefined
    : listRecent(database, endpointId, limit)
}

/** Sends a delivery once more, whatever its outcome was. */
export function replayDelivery(context: Context, id: string, actor: string = localActor): Promise<boolean> {
  return context.database.write(async (tx) => {
    const endpoint = await queueAgain(tx, id, context.clock.now())
    if (endpoint === undefined) return false
    const subject = `webhook:${endpoint}`
    await recordAudit(tx, context, { actor, action: 'webhook.replay', subject, detail: { delivery: id } })
    await wakeReceiver(tx, context, { kind: webhookKind, receiver: endpoint })
    return true
  })
}

function invalid(detail: string): Fault {
  return new Fault('invalid', { detail })
}
