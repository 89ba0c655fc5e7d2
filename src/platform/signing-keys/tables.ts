export type Purpose = 'issuer' | 'issuer-test'

export type SigningKeyRow = {
  kid: string
  purpose: Purpose
  public_jwk: string
  /** The private key; erased when it retires. */
  sealed: string | null
  created_at: number
  retired_at: number | null
  /** How long a retired key stays published. */
  expires_at: number | null
}

export type SigningKeyTables = { signing_keys: SigningKeyRow }
