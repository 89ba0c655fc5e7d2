/** Who the two-factor service knows from the start, in every program alike. */
export type Seed = {
  readonly apiKey: string
  readonly app: { id: string; name: string; serial: number }
  readonly users: readonly SeedUser[]
  /** Pending ones, of the first users. */
  readonly approvals: readonly { uuid: string; userId: string; createdAt: number }[]
}

export type SeedUser = {
  readonly id: string
  readonly number: number
  /** E.164. */
  readonly phone: string
  readonly email: string
  /** Of RFC 6238, in base64url. */
  readonly seed: string
}
