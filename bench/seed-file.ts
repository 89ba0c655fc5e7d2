/** Who the services know from the start, in every program alike. */
export type Seed = {
  readonly apiKey: string
  readonly app: { id: string; name: string; serial: number }
  readonly users: readonly SeedUser[]
  /** Pending ones, of the first users. */
  readonly approvals: readonly { uuid: string; userId: string; createdAt: number }[]
  readonly events: SeedEvent
  /** Codes of the events whose pages are opened; absent where no row opens them. */
  readonly pages?: SeedPages
}

export type SeedPages = {
  /** A conference of 200 sessions. */
  readonly demo: string
  /** Of 2,000 sessions. */
  readonly long: string
  /** Small ones. */
  readonly many: readonly string[]
}

/** One event that is open, and a key of its organisation. */
export type SeedEvent = {
  readonly apiKey: string
  readonly organisationId: string
  readonly eventId: string
  readonly typeId: string
  readonly option: { groupId: string; optionId: string }
  /** On SQLite: what makes the tables of the events, with every index that the contract's queries need. */
  readonly schema: readonly string[]
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
