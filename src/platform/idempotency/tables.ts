export type IdempotencyTables = {
  idempotency_keys: {
    scope: string
    /** A keyed hash of the client's key. */
    key: string
    request_digest: string
    /** Null until the work is done, and so never null in a committed row. */
    status: number | null
    headers: string | null
    /** The body of the stored response, encrypted. */
    body: string | null
    created_at: number
    expires_at: number
  }
}
