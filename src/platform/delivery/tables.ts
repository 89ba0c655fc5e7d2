export type MessageChannel = 'sms' | 'voice' | 'email' | 'push'

/** `unknown`: a gateway was given the message and has not answered; for good once the text is gone. */
export type MessageState = 'queued' | 'unknown' | 'sent' | 'failed' | 'expired'

export type ReceiptState = 'delivered' | 'undelivered'

export type DeliveryTables = {
  messages: {
    id: string
    channel: MessageChannel
    /** Sealed; null once the outcome is settled, as is the text. */
    recipient: string | null
    text: string | null
    purpose: string
    locale: string | null
    /** Of a mail; it holds nothing secret. */
    subject: string | null
    state: MessageState
    /** A keyed hash of what the caller gave. */
    idempotency_key: string | null
    expires_at: number
    created_at: number
    /** Until then the process that wrote it hands it over by itself; null where a job does. */
    lease_until: number | null
    sent_at: number | null
    attempts: number
    /** The gateway that has the message, or may have it, and when it was asked. */
    gateway: string | null
    handed_at: number | null
    provider_reference: string | null
    receipt: ReceiptState | null
    receipt_at: number | null
    /** Who had it sent and for whom, where an operator is to find it again. */
    organisation_id: string | null
    application_id: string | null
    owner_id: string | null
    /** The number or the address with most of it left out. */
    masked: string | null
  }
}
