import type { consoleServer } from '../base/services.ts'

type List = Extract<Awaited<ReturnType<typeof consoleServer.listWebhooks>>, { status: 200 }>['body']
type Deliveries = Extract<
  Awaited<ReturnType<typeof consoleServer.listWebhookDeliveries>>,
  { status: 200 }
>['body']

export type Webhook = List['webhooks'][number]
export type WebhookService = List['services'][number]
export type Delivery = Deliveries['data'][number]
