import type { Cache } from '../kernel/base/cache.ts'
import type { Context } from '../kernel/context.ts'
import type { Keyring } from '../platform/accounts/keyring.ts'
import type { CountFigure } from '../platform/figures/figures.ts'
import type { Signer } from '../platform/signing-keys/signer.ts'
import type { WebhookPublisher } from '../platform/webhooks/publisher.ts'
import type { Configuration } from './configured.ts'

/** What the functions of the event services work with. */
export type Events = Context & {
  /** Where each face is reached. */
  readonly urls: {
    readonly data: string
    readonly registration: string
    readonly pages: string
    readonly issuer: string
  }
  /** What each event consists of, by its id; dropped by the change feed. Places are never decided from it. */
  readonly configurations: Cache<Configuration>
  readonly webhooks: WebhookPublisher
  readonly signer: Signer
  readonly count: CountFigure
}

/** Topic of the change feed: an event consists of something else. */
export const eventTopic = 'events-event'

export type EventsParts = { service: Events; keyring: Keyring }
