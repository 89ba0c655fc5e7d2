export type KeyRow = {
  fingerprint: string
  kind: 'person' | 'application'
  name: string | null
  /** The public key as JSON, with only its required members. */
  jwk: string
  /** JSON array of origins. */
  callbacks: string
  /** Encrypted, because a push address can identify a person. */
  devtoken: string | null
  secret_digest: string | null
  /** JSON array of the names of confirmed claims. */
  claims: string
  created_at: number
  updated_at: number
  revoked_at: number | null
  /** The key that replaced this one in a rotation. */
  successor: string | null
  version: number
  /**
   * The name that an operator verified. The application counts as verified only while its current name is this one.
   */
  verified_name: string | null
}

export type JobStatus = 'outstanding' | 'completed' | 'denied' | 'cancelled' | 'timed_out'

export type JobRow = {
  job: string
  /** How the user's device identifies the job: a ticket can answer the job, but never read its result. */
  ticket: string
  kind: 'request' | 'open' | 'verification'
  app: string | null
  /** The user who is asked; null if anyone may answer. */
  sub: string | null
  scope: string
  message: string | null
  nonce: string | null
  callback: string | null
  number: string
  test: number
  /** Stays `outstanding` after `expires_at` until the sweep runs, so every reader and every guard checks both. */
  status: JobStatus
  /** How often a wrong number or code was entered. */
  failures: number
  /** The address that a verification job verifies. Encrypted, and erased when the job ends. */
  address: string | null
  code_digest: string | null
  answered_by: string | null
  /** The token that ended the job, encrypted. */
  token: string | null
  created_at: number
  expires_at: number
  ended_at: number | null
}

/** A key that can do nothing but rotate or revoke another one. */
export type RecoveryKeyRow = {
  /** The key that it recovers. */
  fingerprint: string
  /** Its own fingerprint. It is not registered as a key. */
  recovery: string
  jwk: string
  created_at: number
}

export type IssuerTables = {
  issuer_keys: KeyRow
  issuer_jobs: JobRow
  issuer_spent_tokens: { fingerprint: string; jti: string; expires_at: number }
  /** `digest` is a keyed hash of an address. Only one live key can have each address. */
  issuer_claims: { digest: string; fingerprint: string; name: 'email' | 'phone'; confirmed_at: number }
  issuer_cooldowns: { app: string; sub: string; denials: number; until: number }
  issuer_blocks: { sub: string; app: string; created_at: number }
  issuer_recovery_keys: RecoveryKeyRow
  issuer_lost_devices: { address_digest: string; code_digest: string; failures: number; expires_at: number }
}
