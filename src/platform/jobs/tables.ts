export type JobsTables = {
  jobs: {
    id: string
    kind: string
    payload: string
    /** 1 if the payload is encrypted. */
    sealed: number
    run_at: number
    /** Attempts, including the current one. */
    attempts: number
    lease_until: number | null
    lease_owner: string | null
    /** Jobs that succeed are deleted. */
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
