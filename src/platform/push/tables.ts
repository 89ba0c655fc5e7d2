/** A single row: another key would invalidate every subscription. */
export type PushKeyRow = {
  id: 'vapid'
  /** The private key, encrypted. */
  private_jwk: string
  created_at: number
}

export type PushTables = { push_keys: PushKeyRow }
