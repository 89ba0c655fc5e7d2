export type JobsTables = {
  jobs: {
    id: string
    kind: string
    payload: string
    /** 1 where the payload is sealed by the vault. */
    sealed: number
    run_at: number
    /** Starts, the one under way included. */
    attempts: number
    lease_until: number | null
    lease_owner: string | null
    /** A job that succeeded is deleted. */
    state: 'queued' | 'failed'
    unique_key: string | null
    last_error: string | null
  }
  recurring_jobs: {
    kind: string
    run_at: number
    lease_until: number | null
    lease_owner: string | null
  }
}
