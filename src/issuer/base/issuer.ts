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

/** Whether text messages may go to a number: what a number, a range or a country has had is counted elsewhere. */
export type SendGuard = {
  /** In the transaction of the message: refuses, and then nothing of it is stored. */
  check(tx: Transaction, e164: string): Promise<void>
  /** Somebody confirmed what was sent there. */
  noteVerified(tx: Transaction, e164: string): Promise<void>
  /** Around the transaction: a refusal is noted for the operator. */
  watch<T>(send: () => Promise<T>): Promise<T>
}

/** What the issuer's functions work with. */
export type Issuer = Context & {
  readonly url: string
  /** Where a job's link leads. */
  readonly authenticatorUrl: string
  /** Refuses an address that the server may not call. */
  readonly checkAddress: (url: string) => void
  readonly sendGuard: SendGuard
  /** Undefined where push messages are off. */
  readonly push: PushQueue | undefined
  /** Keys by fingerprint, as they are answered; dropped by the change feed. */
  readonly keys: Cache<KeyAnswer>
  readonly imported: KeyCache
  readonly jobs: JobViews
  /** By job; undefined where traffic limits are off. */
  readonly polls: Limiter | undefined
  /** False where traffic limits are off. */
  readonly limitsTraffic: boolean
  readonly signer: Signer
  readonly webhooks: WebhookPublisher
  readonly count: CountFigure
}

/** Topic of the change feed: a key is another than it was. */
export const keyTopic = 'issuer-key'

/** The issuer whose tokens prove nothing: it has a key and a name of its own. */
export function issuerOf(issuer: Pick<Issuer, 'url'>, test: boolean) {
  return test
    ? ({ purpose: 'issuer-test', iss: `${issuer.url}/test` } as const)
    : ({ purpose: 'issuer', iss: issuer.url } as const)
}

/** Leads to the job in the authenticator. The ticket comes after the hash, which browsers send to no server. */
export function linkOf({ authenticatorUrl }: Issuer, { ticket }: JobRow): string {
  return `${authenticatorUrl}#/job/${ticket}`
}
