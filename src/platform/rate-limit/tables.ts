export type RateLimitTables = {
  allowances: {
    bucket: string
    /** A keyed hash of whom the limit is counted for. */
    subject: string
    /** The times of the newest takes, oldest first, 15 digits each. */
    log: string
    expires_at: number
  }
}
