export type KeyRow = {
  fingerprint: string
  kind: 'person' | 'application'
  name: string | null
  /** The public key as JSON: its required members alone. */
  jwk: string
  /** JSON array of origins. */
  callbacks: string
  /** Sealed: a push address tells who someone is. */
  devtoken: string | null
  secret_digest: string | null
  /** JSON array of the names of confirmed claims. */
  claims: string
  created_at: number
  updated_at: number
  revoked_at: number | null
  /** The key that took over in a rotation. */
  successor: string | null
  version: number
  /** The name that an operator vouched for; verified is who still bears it. */
  verified_name: string | null
}

export type JobStatus = 'outstanding' | 'completed' | 'denied' | 'cancelled' | 'timed_out'

export type JobRow = {
  job: string
  /** What the user's device knows the job by: it answers, and never reads the result. */
  ticket: string
  kind: 'request' | 'open' | 'verification'
  app: string | null
  /** The user who is asked; null where anyone may take it up. */
  sub: string | null
  scope: string
  message: string | null
  nonce: string | null
  callback: string | null
  number: string
  test: number
  /** Stays `outstanding` past `expires_at` until the sweep; every reader and guard looks at both. */
  status: JobStatus
  /** Wrong numbers or codes. */
  failures: number
  /** Sealed, and erased when the job ends: what a verification job verifies. */
  address: string | null
  code_digest: string | null
  answered_by: string | null
  /** Sealed: the token that ended the job. */
  token: string | null
  created_at: number
  expires_at: number
  ended_at: number | null
}

export type IssuerTables = {
  issuer_keys: KeyRow
  issuer_jobs: JobRow
  issuer_spent_tokens: { fingerprint: string; jti: string; expires_at: number }
  /** `digest` is a keyed hash of an address: one live key an address. */
  issuer_claims: { digest: string; fingerprint: string; name: 'email' | 'phone'; confirmed_at: number }
  issuer_cooldowns: { app: string; sub: string; denials: number; until: number }
  issuer_blocks: { sub: string; app: string; created_at: number }
  issuer_lost_devices: { address_digest: string; code_digest: string; failures: number; expires_at: number }
}
