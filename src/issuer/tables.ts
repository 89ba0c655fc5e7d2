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
}

export type IssuerTables = { issuer_keys: KeyRow }
