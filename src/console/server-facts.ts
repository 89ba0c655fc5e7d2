/** What the process knows about itself and its services: handed over by whoever puts them together. */
export type ServerFacts = {
  readonly version: string
  readonly node: string
  readonly engine: 'sqlite' | 'postgres'
  readonly services: readonly string[]
  readonly addresses: Readonly<Record<string, string>>
  readonly channels: Readonly<Record<'sms' | 'voice' | 'email' | 'push', ChannelFacts>>
  /** In the order of the table; a secret only says whether it is set. */
  settings(): readonly SettingFacts[]
  findings(): Promise<readonly { name: string; ok: boolean; detail: string }[]>
  /** Where the outbox channel writes. */
  readonly outboxPath: string
  /** Refuses an address that the server may not call. */
  checkAddress(url: string): void
  /** What waits for somebody; undefined asks for the whole server. */
  attention(organisationId: string | undefined): Promise<Attention>
  beginnings(organisationId: string | undefined): Promise<Beginnings>
  /** The organisation of something that a service keeps. */
  findOwner(kind: 'event' | 'contact-list', id: string): Promise<string | undefined>
}

/** `kind`: nothing leaves, everything goes to the file, or gateways carry it. */
export type ChannelFacts = {
  readonly kind: 'off' | 'outbox' | 'gateways'
  readonly gateways: readonly string[]
}

type SettingFacts = {
  readonly name: string
  readonly summary: string
  /** Undefined for a secret, and where nothing is set. */
  readonly value: string | undefined
  readonly isSet: boolean
  readonly isSecret: boolean
  /** What holds where nothing is set. */
  readonly fallback: string
}

export type Attention = {
  readonly guardTrips: number
  readonly pendingRegistrations: number
  /** The events that most of them wait at. */
  readonly pendingEvents: readonly PendingEvent[]
}

type PendingEvent = {
  readonly id: string
  readonly organisationId: string
  readonly title: string
  readonly count: number
}

/** How far a new server has come. */
export type Beginnings = {
  readonly events: number
  readonly openEvents: number
  readonly firstEventId: string | undefined
}
