import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, integerOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'

const params = closed({ webhookId: Type.String({ maxLength: 64 }) })
const service = Type.Enum(['issuer', 'events'])
const deliveryState = Type.Enum(['queued', 'delivered', 'failed'])

const webhook = Type.Object({
  id: Type.String(),
  service,
  url: Type.String(),
  events: Type.Array(Type.String(), { description: 'Empty is every event of the service.' }),
  createdAt: time,
  /** Until this time the previous secret signs too. */
  rotatedUntil: timeOrNull,
})
const delivery = Type.Object({
  id: Type.String(),
  type: Type.String(),
  state: deliveryState,
  attempts: Type.Integer(),
  /** HTTP status of the last response; 0 if there was none. */
  lastStatus: integerOrNull,
  createdAt: time,
  endedAt: timeOrNull,
})

const shared = { tag: 'webhooks', auth: 'operator', orAll: true } as const
const reading = { method: 'GET', scope: 'webhooks:read' } as const
const writing = { method: 'POST', scope: 'webhooks:write' } as const

export const webhookRows = rowsOf(shared, {
  listWebhooks: {
    ...reading,
    path: '/webhooks',
    summary: 'Addresses that are told what happens',
    secret: true,
    answers: {
      200: json(
        Type.Object({
          webhooks: Type.Array(webhook),
          services: Type.Array(Type.Object({ service, events: Type.Array(Type.String()) }), {
            description: 'What the operator may choose from.',
          }),
        }),
        'The newest first.',
      ),
    },
  },
  createWebhook: {
    ...writing,
    path: '/webhooks',
    summary: 'Tell an address from now on; the secret is shown this once',
    body: jsonBody(
      closed({
        service,
        url: Type.String({ minLength: 1, maxLength: 2_000 }),
        events: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
      }),
    ),
    answers: { 201: json(Type.Object({ webhook, secret: Type.String() }), 'It is told from now on.') },
  },
  getWebhook: {
    ...reading,
    path: '/webhooks/{webhookId}',
    summary: 'One address',
    secret: true,
    params,
    answers: { 200: json(webhook, 'The webhook.') },
    problems: ['not-found'],
  },
  removeWebhook: {
    ...writing,
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    summary: 'Tell an address no more',
    params,
    answers: { 204: empty('It is told no more.') },
    problems: ['not-found'],
  },
  rotateWebhookSecret: {
    ...writing,
    path: '/webhooks/{webhookId}/secret',
    summary: 'A new secret; the old one signs beside it for a day',
    params,
    answers: { 200: json(Type.Object({ secret: Type.String() }), 'The secret, shown this once.') },
    problems: ['not-found'],
  },
  testWebhook: {
    ...writing,
    path: '/webhooks/{webhookId}/test',
    summary: 'Send a delivery that says nothing but that it works',
    params,
    answers: { 202: empty('It is on its way.') },
    problems: ['not-found'],
  },
  listWebhookDeliveries: {
    ...reading,
    path: '/webhooks/{webhookId}/deliveries',
    summary: 'What was sent, and how it was taken, the newest first',
    params,
    query: closed({ ...pageQuery, state: Type.Optional(deliveryState) }),
    answers: {
      200: json(pageSchema(delivery), 'A page of deliveries.'),
    },
    problems: ['not-found'],
  },
  replayWebhookDelivery: {
    ...writing,
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    summary: 'Send a delivery once more',
    params: closed({
      webhookId: Type.String({ maxLength: 64 }),
      deliveryId: Type.String({ maxLength: 64 }),
    }),
    answers: { 202: empty('It is on its way.') },
    problems: ['not-found', 'conflict'],
  },
  replayFailedDeliveries: {
    ...writing,
    path: '/webhooks/{webhookId}/replay-failed',
    summary: 'Send once more what has failed since then, a thousand at most',
    params,
    body: jsonBody(closed({ since: time })),
    answers: { 202: json(Type.Object({ replayed: Type.Integer() }), 'They are on their way.') },
    problems: ['not-found'],
  },
})
