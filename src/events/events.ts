import type { Turns } from '../kernel/async/turns.ts'
import type { Cache } from '../kernel/base/cache.ts'
import type { Context } from '../kernel/context.ts'
import type { SharedWrites } from '../kernel/database/shared-writes.ts'
import type { Keyring } from '../platform/accounts/keyring.ts'
import type { CountFigure } from '../platform/figures/figures.ts'
import type { Signer } from '../platform/signing-keys/signer.ts'
import type { WebhookPublisher } from '../platform/webhooks/publisher.ts'
import type { Configuration } from './configured.ts'

/** The context of the event services' functions. */
export type Events = Context & {
  /** The base URL of each API. */
  readonly urls: {
    readonly data: string
    readonly registration: string
    readonly pages: string
    readonly issuer: string
  }
  /** The configuration of each event, by id; the change feed invalidates it. Places are never decided from it. */
  readonly configurations: Cache<Configuration>
  /** Where to start counting on a long waiting list, by the id of its event. */
  readonly waitingMarks: Cache<WaitingMarks>
  /** By the id of the event whose places a request changes. */
  readonly turns: Turns
  /** New registrations, by the id of their event. */
  readonly registering: SharedWrites
  /** Changes of registrations, by the id of their event, one after the other. */
  readonly changing: SharedWrites
  readonly webhooks: WebhookPublisher
  readonly signer: Signer
  readonly count: CountFigure
}

/** Numbers on a waiting list, in order, each with how many were before it when the marks were set. */
export type WaitingMarks = {
  readonly marks: { readonly line: number; readonly ahead: number }[]
  /** By the monotonic clock. */
  readonly setAt: number
  isBeingSet: boolean
}

/** Topic of the change feed: the configuration of an event changed. */
export const eventTopic = 'events-event'

export type EventsParts = { service: Events; keyring: Keyring }
