import type { Answered, consoleServer, Listed } from '../base/services.ts'

type List = Answered<typeof consoleServer.listWebhooks>

export type Webhook = List['webhooks'][number]
export type WebhookService = List['services'][number]
export type Delivery = Listed<typeof consoleServer.listWebhookDeliveries>
