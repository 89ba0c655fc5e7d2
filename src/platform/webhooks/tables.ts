export type EndpointRow = {
  id: string
  /** The service whose events it hears. */
  service: string
  /** Limits it to what concerns one application or organisation; null hears everything of the service. */
  subject: string | null
  url: string
  /** Space-separated types; '*' is all. */
  events: string
  secret: string
  /** Signs beside the new secret until `previous_until`. */
  previous_secret: string | null
  previous_until: number | null
  created_at: number
  disabled_at: number | null
}

export type DeliveryRow = {
  id: string
  endpoint_id: string
  type: string
  /** Sealed: the body as it is sent. */
  body: string
  state: 'queued' | 'delivered' | 'failed'
  /** Since it was queued: a replay starts again at 0. */
  attempts: number
  /** Of the last answer; 0 where there was none. */
  last_status: number | null
  created_at: number
  ended_at: number | null
  /** When it is tried next, or until when one process has claimed it. */
  due_at: number
  /** The claim as releases before `due_at` read and write it. */
  claimed_until: number | null
}

export type WebhookTables = { webhook_endpoints: EndpointRow; webhook_deliveries: DeliveryRow }
