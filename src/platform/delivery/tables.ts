export type MessageChannel = 'sms' | 'voice' | 'email' | 'push'

export type MessageState = 'queued' | 'sent' | 'failed' | 'expired'

export type DeliveryTables = {
  messages: {
    id: string
    channel: MessageChannel
    /** Sealed; null once the message is no longer queued, as is the text. */
    recipient: string | null
    text: string | null
    purpose: string
    state: MessageState
    /** A keyed hash of what the caller gave. */
    idempotency_key: string | null
    expires_at: number
    created_at: number
    sent_at: number | null
    attempts: number
    provider_reference: string | null
  }
}
