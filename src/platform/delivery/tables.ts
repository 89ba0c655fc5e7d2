export type MessageChannel = 'sms' | 'voice' | 'email' | 'push'

/** `unknown`: a gateway got the message and has not answered; final once the text is erased. */
export type MessageState = 'queued' | 'unknown' | 'sent' | 'failed' | 'expired'

export type ReceiptState = 'delivered' | 'undelivered'

export type DeliveryTables = {
  messages: {
    id: string
    channel: MessageChannel
    /** Address and text, encrypted together; null once the outcome is final. */
    text: string | null
    /** The encrypted address, if an earlier version wrote the message; its text is only the text. */
    recipient: string | null
    purpose: string
    locale: string | null
    /** The subject of an e-mail; contains nothing secret. */
    subject: string | null
    state: MessageState
    /** A keyed hash of the caller's key. */
    idempotency_key: string | null
    expires_at: number
    created_at: number
    /** Until this time the process that wrote the message sends it from memory; null if a job sends it. */
    lease_until: number | null
    sent_at: number | null
    attempts: number
    /** The gateway that has or may have the message, and when it was asked. */
    gateway: string | null
    handed_at: number | null
    provider_reference: string | null
    receipt: ReceiptState | null
    receipt_at: number | null
    /** The sender and the user, so that an operator can find the message. */
    organisation_id: string | null
    application_id: string | null
    owner_id: string | null
    /** The number or address with most characters hidden. */
    masked: string | null
  }
}
