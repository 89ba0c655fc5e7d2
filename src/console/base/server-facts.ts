/** What the console shows about this process and its services; provided by the code that assembles the server. */
export type ServerFacts = {
  readonly version: string
  readonly node: string
  readonly engine: 'sqlite' | 'postgres'
  readonly services: readonly string[]
  readonly addresses: Readonly<Record<string, string>>
  readonly channels: Readonly<Record<'sms' | 'voice' | 'email' | 'push', ChannelFacts>>
  /** In the order of the settings table; a secret shows only whether it is set. */
  settings(): readonly SettingFacts[]
  findings(): Promise<readonly { name: string; ok: boolean; detail: string }[]>
  /** The file that the outbox channel writes to. */
  readonly outboxPath: string
  /** Throws for an address that the server may not call. */
  checkAddress(url: string): void
  /** What needs somebody's attention; undefined asks for the whole server. */
  attention(organisationId: string | undefined): Promise<Attention>
  beginnings(organisationId: string | undefined): Promise<Beginnings>
  /** The organisation that owns a record of a service. */
  findOwner(kind: 'event' | 'contact-list', id: string): Promise<string | undefined>
  /** The first organisation that has an event. */
  findFirstWithEvents(): Promise<string | undefined>
  /** Names of records of the events service by id, deleted ones too. */
  nameRecords(kind: NamedKind, ids: readonly string[]): Promise<ReadonlyMap<string, NamedRecord>>
}

type NamedKind = 'event' | 'contact-list' | 'registration' | 'attendee'

type NamedRecord = {
  readonly name: string
  readonly organisationId: string
  /** Of an attendee. */
  readonly registrationId?: string
}

/** `kind`: messages are not sent, are written to the outbox file, or are sent through gateways. */
export type ChannelFacts = {
  readonly kind: 'off' | 'outbox' | 'gateways'
  readonly gateways: readonly string[]
}

type SettingFacts = {
  readonly name: string
  readonly summary: string
  /** Undefined for a secret, or if nothing is set. */
  readonly value: string | undefined
  readonly isSet: boolean
  readonly isSecret: boolean
  /** The default that applies if nothing is set. */
  readonly fallback: string
}

export type Attention = {
  readonly guardTrips: number
  readonly pendingRegistrations: number
  /** The events with the most registrations awaiting approval. */
  readonly pendingEvents: readonly PendingEvent[]
}

type PendingEvent = {
  readonly id: string
  readonly organisationId: string
  readonly title: string
  readonly count: number
}

/** How far the setup of a new server has come. */
export type Beginnings = {
  readonly events: number
  readonly openEvents: number
  readonly firstEventId: string | undefined
}
