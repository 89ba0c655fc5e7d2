/** One row: another key would end every subscription. */
export type PushKeyRow = {
  id: 'vapid'
  /** Sealed. */
  private_jwk: string
  created_at: number
}

export type PushTables = { push_keys: PushKeyRow }
