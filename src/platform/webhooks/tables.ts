export type EndpointRow = {
  id: string
  /** The service whose events it receives. */
  service: string
  /** Limits it to one application's or organisation's events; null receives all events of the service. */
  subject: string | null
  url: string
  /** Event types, separated by spaces; '*' means all. */
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
  /** The body as it is sent, encrypted. */
  body: string
  state: 'queued' | 'delivered' | 'failed'
  /** Since it was queued: a replay starts again at 0. */
  attempts: number
  /** Status of the last response; 0 if there was none. */
  last_status: number | null
  created_at: number
  ended_at: number | null
  /** When it is tried next, or until when one process has claimed it. */
  due_at: number
  /** The claim in the form that releases before `due_at` read and write. */
  claimed_until: number | null
}

export type WebhookTables = { webhook_endpoints: EndpointRow; webhook_deliveries: DeliveryRow }
