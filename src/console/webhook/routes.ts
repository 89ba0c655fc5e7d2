import { Fault } from '../../kernel/base/fault.ts'
import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import {
  createWebhook,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from '../../platform/webhooks/endpoints.ts'
import {
  findReachedEndpoint,
  isDeliveryOf,
  listReachedEndpoints,
  replayFailed,
  sendTestWebhook,
} from '../../platform/webhooks/reach.ts'
import { listDeliveryPage } from '../../platform/webhooks/store.ts'
import type { EndpointRow } from '../../platform/webhooks/tables.ts'
import { checkAddress } from '../base/checked-address.ts'
import type { Console } from '../base/console.ts'
import { readTime } from '../base/times.ts'
import { deliveryAnswer, servicesFor, webhookAnswer, webhookReachOf } from './answer.ts'
import type { webhookRows } from './rows.ts'

const LIST = 'console/webhook-deliveries'

export function webhookRoutes(console: Console): Handlers<typeof webhookRows> {
  const { clock } = console
  return {
    async listWebhooks({ principal }) {
      const rows = await listReachedEndpoints(console, webhookReachOf(principal, 'read'))
      const now = clock.now()
      const services = servicesFor(principal, console.server.services)
      return { status: 200, body: { webhooks: rows.map((row) => webhookAnswer(row, now)), services } }
    },
    async createWebhook({ principal, body: { service, url, events } }) {
      const subject = subjectOf(principal, service)
      const chosen = events === undefined || events.length === 0 ? undefined : [...new Set(events)]
      const wanted = { service, url, events: chosen, subject, actor: actorOf(principal) }
      const { id, secret } = await createWebhook(console, wanted, (address) => checkUrl(console, address))
      const row = await getEndpoint(console, principal, id)
      return { status: 201, body: { webhook: webhookAnswer(row, clock.now()), secret: secret.reveal() } }
    },
    async getWebhook({ principal, params }) {
      const row = await getEndpoint(console, principal, params.webhookId)
      return { status: 200, body: webhookAnswer(row, clock.now()) }
    },
    async removeWebhook({ principal, params }) {
      const { id } = await getWritable(console, principal, params.webhookId)
      if (!(await removeWebhook(console, id, actorOf(principal)))) throw consoleProblem('not-found')
      return { status: 204 }
    },
    async rotateWebhookSecret({ principal, params }) {
      const { id } = await getWritable(console, principal, params.webhookId)
      const secret = await rotateWebhookSecret(console, id, actorOf(principal))
      if (secret === undefined) throw consoleProblem('not-found')
      return { status: 200, body: { secret: secret.reveal() } }
    },
    async testWebhook({ principal, params }) {
      const { id } = await getWritable(console, principal, params.webhookId)
      await sendTestWebhook(console, id, actorOf(principal))
      return { status: 202 }
    },
    ...deliveryRoutes(console),
  }
}

/** Listing what was sent to an endpoint, and sending it again. */
function deliveryRoutes(
  console: Console,
): Pick<
  Handlers<typeof webhookRows>,
  'listWebhookDeliveries' | 'replayWebhookDelivery' | 'replayFailedDeliveries'
> {
  const { database, vault } = console
  return {
    async listWebhookDeliveries({ principal, params, query }) {
      const { id: endpointId } = await getEndpoint(console, principal, params.webhookId)
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: `${LIST}/${endpointId}`,
        read: ([at, id], limit) => {
          const after = id === undefined ? undefined : { at: Number(at), id: String(id) }
          return listDeliveryPage(database, { endpointId, state: query.state, after, limit })
        },
        positionOf: (row) => [row.created_at, row.id],
      })
      return { status: 200, body: { data: rows.map(deliveryAnswer), nextCursor } }
    },
    async replayWebhookDelivery({ principal, params: { webhookId, deliveryId } }) {
      const { id } = await getWritable(console, principal, webhookId)
      if (!(await isDeliveryOf(console, id, deliveryId))) throw consoleProblem('not-found')
      if (!(await replayDelivery(console, deliveryId, actorOf(principal))))
        throw consoleProblem('conflict', because('delivery-under-way'))
      return { status: 202 }
    },
    async replayFailedDeliveries({ principal, params, body }) {
      const { id } = await getWritable(console, principal, params.webhookId)
      const since = readTime(body.since, '/since')
      const replayed = await replayFailed(console, id, { since, actor: actorOf(principal) })
      return { status: 202, body: { replayed } }
    },
  }
}

async function getEndpoint(console: Console, principal: Principal, id: string): Promise<EndpointRow> {
  const row = await findReachedEndpoint(console, webhookReachOf(principal, 'read'), id)
  if (row === undefined) throw consoleProblem('not-found')
  return row
}

async function getWritable(console: Console, principal: Principal, id: string): Promise<EndpointRow> {
  const row = await getEndpoint(console, principal, id)
  if (row.service !== 'events' && !webhookReachOf(principal, 'write').issuer)
    throw new Fault('forbidden', { detail: "the issuer's webhooks are for owners" })
  return row
}

/** Limits event webhooks to the organisation, so that it never receives another organisation's events. */
function subjectOf(principal: Principal, service: 'issuer' | 'events'): string | undefined {
  if (service === 'events') {
    if (principal.organisationId !== '') return principal.organisationId
    throw new Fault('malformed', { detail: 'name the organisation whose events the address is told' })
  }
  if (webhookReachOf(principal, 'write').issuer) return undefined
  throw new Fault('forbidden', { detail: "the issuer's webhooks are for owners" })
}

function checkUrl(console: Console, url: string): void {
  checkAddress(console, url, '/url')
}
