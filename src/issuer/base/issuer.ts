import type { Cache } from '../../kernel/base/cache.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { KeyCache } from '../../kernel/jwt/key-cache.ts'
import type { CountFigure } from '../../platform/figures/figures.ts'
import type { PushQueue } from '../../platform/push/queue.ts'
import type { Signer } from '../../platform/signing-keys/signer.ts'
import type { WebhookPublisher } from '../../platform/webhooks/publisher.ts'
import type { JobViews } from './job-views.ts'
import type { KeyAnswer } from './key-record.ts'
import type { JobRow } from './tables.ts'

/**
 * Decides whether a text message may be sent to a number. The sends per number, range and country are counted
 * elsewhere.
 */
export type SendGuard = {
  /** Runs in the transaction that stores the message: if it refuses, nothing of the message is stored. */
  check(tx: Transaction, e164: string): Promise<void>
  /** Called when somebody has confirmed a code that was sent to the number. */
  noteVerified(tx: Transaction, e164: string): Promise<void>
  /** Wraps the transaction: records a refusal for the operator after the transaction was rolled back. */
  watch<T>(send: () => Promise<T>): Promise<T>
}

/** The services and settings that every issuer function needs. */
export type Issuer = Context & {
  readonly url: string
  /** The authenticator page that a job's link opens. */
  readonly authenticatorUrl: string
  /** Throws for an address that the server may not call. */
  readonly checkAddress: (url: string) => void
  readonly sendGuard: SendGuard
  /** Undefined if push messages are off. */
  readonly push: PushQueue | undefined
  /** Responses about keys, by fingerprint. The change feed removes an entry when its key changes. */
  readonly keys: Cache<KeyAnswer>
  /** Whether no other process serves this database, so that what is in memory is current. */
  readonly isAlone: boolean
  readonly imported: KeyCache
  readonly jobs: JobViews
  /** Limits polls per job. Undefined if traffic limits are off. */
  readonly polls: Limiter | undefined
  /** False if traffic limits are off. */
  readonly limitsTraffic: boolean
  readonly signer: Signer
  readonly webhooks: WebhookPublisher
  readonly count: CountFigure
}

/** Change feed topic: a key was changed. */
export const keyTopic = 'issuer-key'

/** The live issuer or the test issuer. The test issuer has its own name and key, and its tokens prove nothing. */
export function issuerOf(issuer: Pick<Issuer, 'url'>, test: boolean) {
  return test
    ? ({ purpose: 'issuer-test', iss: `${issuer.url}/test` } as const)
    : ({ purpose: 'issuer', iss: issuer.url } as const)
}

/**
 * The link that opens the job in the authenticator. The ticket comes after the hash, which browsers never send to a
 * server.
 */
export function linkOf({ authenticatorUrl }: Issuer, { ticket }: JobRow): string {
  return `${authenticatorUrl}#/job/${ticket}`
}
