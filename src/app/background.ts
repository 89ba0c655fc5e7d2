import { join } from 'node:path'
import type { Issuer } from '../issuer/issuer.ts'
import { issuerJobHandlers, sweepIssuer } from '../issuer/jobs.ts'
import type { Context } from '../kernel/context.ts'
import type { Outbound } from '../kernel/outbound/request.ts'
import { sealAudit } from '../platform/audit/seal.ts'
import { sweepChanges } from '../platform/changes/changes.ts'
import { type Channel, offChannel } from '../platform/delivery/channel.ts'
import { type Channels, createDeliveryHandlers } from '../platform/delivery/delivery.ts'
import { sweepMessages } from '../platform/delivery/messages.ts'
import { createOutboxChannel } from '../platform/delivery/outbox-channel.ts'
import { sweepIdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import { sweepJobs } from '../platform/jobs/enqueue.ts'
import type { RecurringJob } from '../platform/jobs/recurring.ts'
import { createJobRunner, type JobRunner } from '../platform/jobs/runner.ts'
import { sweepAllowances } from '../platform/rate-limit/allowances.ts'
import { createWebhookHandler, resumeWebhooks, sweepWebhooks } from '../platform/webhooks/delivery.ts'
import type { Config } from './config.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** The file of the `outbox` channel, in the data folder. */
export function outboxPath({ dataFolder }: Config): string {
  return join(dataFolder, 'outbox.jsonl')
}

type BackgroundParts = { config: Config; context: Context; issuer: Issuer | undefined; outbound: Outbound }

/** Everything that happens without a request; with several processes each piece runs in one of them. */
export function createBackground({ config, context, issuer, outbound }: BackgroundParts): JobRunner {
  const handlers = {
    ...createDeliveryHandlers(context, createChannels(config, context)),
    ...createWebhookHandler(context, outbound),
    ...(issuer === undefined ? {} : issuerJobHandlers(issuer)),
  }
  return createJobRunner(context, handlers, { recurring: recurringJobs(context, issuer) })
}

function createChannels({ delivery, ...config }: Config, { clock }: Context): Channels {
  const outbox = createOutboxChannel({ path: outboxPath({ delivery, ...config }), clock })
  const channelOf = ({ kind }: Config['delivery']['sms']): Channel =>
    kind === 'outbox' ? outbox : offChannel
  return {
    sms: channelOf(delivery.sms),
    voice: channelOf(delivery.voice),
    email: channelOf(delivery.email),
    push: channelOf(delivery.push),
  }
}

function recurringJobs(context: Context, issuer: Issuer | undefined): RecurringJob[] {
  const { database, clock } = context
  const every = (kind: string, everyMs: number, run: () => Promise<unknown>): RecurringJob => ({
    kind,
    everyMs,
    run: async () => void (await run()),
  })
  return [
    every('seal-audit', 10 * SECOND_MS, () => sealAudit(context)),
    every('sweep-changes', 60 * SECOND_MS, () => sweepChanges(database)),
    every('sweep-allowances', HOUR_MS, () => sweepAllowances(database, clock.now())),
    every('sweep-idempotency', HOUR_MS, () => sweepIdempotencyKeys(database, clock.now())),
    every('sweep-messages', HOUR_MS, () => sweepMessages(database, clock.now())),
    every('resume-webhooks', 15 * SECOND_MS, () => resumeWebhooks(context)),
    every('sweep-webhooks', HOUR_MS, () => sweepWebhooks(database, clock.now())),
    every('sweep-jobs', HOUR_MS, () => sweepJobs(database, clock.now())),
    ...(issuer === undefined ? [] : [every('sweep-issuer', 15 * SECOND_MS, () => sweepIssuer(issuer))]),
  ]
}
