export type IdempotencyTables = {
  idempotency_keys: {
    scope: string
    /** A keyed hash of what the client sent. */
    key: string
    request_digest: string
    /** Null until the work is done, and so never in what is committed. */
    status: number | null
    headers: string | null
    /** Sealed. */
    body: string | null
    created_at: number
    expires_at: number
  }
}
