import { sweepNonces } from '../events/attendance/attendance-store.ts'
import { eventsJobHandlers } from '../events/background/jobs.ts'
import { sweepImports } from '../events/contact/import-store.ts'
import type { Events } from '../events/events.ts'
import { sweepPageCodes } from '../events/public-page/page-store.ts'
import type { Issuer } from '../issuer/base/issuer.ts'
import { issuerJobHandlers, sweepIssuer } from '../issuer/jobs.ts'
import type { Context } from '../kernel/context.ts'
import type { Outbound } from '../kernel/outbound/request.ts'
import { settleIntents } from '../platform/audit/intents.ts'
import { sealAudit } from '../platform/audit/seal.ts'
import { enterTallies } from '../platform/audit/tallies.ts'
import { sweepTallies } from '../platform/audit/tally-store.ts'
import { sweepChanges } from '../platform/changes/changes.ts'
import { type Channels, createDelivery } from '../platform/delivery/delivery.ts'
import { withFirstAttempts } from '../platform/delivery/first-attempts.ts'
import { recoverMessages } from '../platform/delivery/messages.ts'
import { sweepMessages } from '../platform/delivery/store.ts'
import type { CountFigure } from '../platform/figures/figures.ts'
import { sweepFigures } from '../platform/figures/store.ts'
import { sweepIdempotencyKeys } from '../platform/idempotency/store.ts'
import type { RecurringJob } from '../platform/jobs/recurring.ts'
import { createJobRunner, type JobRunner } from '../platform/jobs/runner.ts'
import { sweepJobs } from '../platform/jobs/store.ts'
import { sweepOperators } from '../platform/operators/sign-in/sweep.ts'
import { createPushHandler } from '../platform/push/delivery.ts'
import { sweepAllowances } from '../platform/rate-limit/store.ts'
import { createTaskHandler } from '../platform/tasks/handler.ts'
import { sweepTasks } from '../platform/tasks/store.ts'
import { createWebhookHandler, resumeWebhooks } from '../platform/webhooks/delivery.ts'
import { sweepWebhooks } from '../platform/webhooks/store.ts'
import type { TwofactorParts } from '../twofactor/base/twofactor.ts'
import { sweepEnded, sweepTwofactor, twofactorJobHandlers } from '../twofactor/jobs.ts'
import { type Push, pushOwners } from './services/push.ts'
import { taskHandlers } from './tasks.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

type BackgroundParts = {
  context: Context
  issuer: Issuer | undefined
  twofactor: TwofactorParts | undefined
  events: Events | undefined
  outbound: Outbound
  channels: Channels
  push: Push | undefined
  count: CountFigure
}

/** Everything that runs without a request; with several processes, each piece runs in one of them. */
export function createBackground({
  context,
  issuer,
  twofactor,
  events,
  outbound,
  channels,
  push,
  count,
}: BackgroundParts): JobRunner {
  const delivery = createDelivery(context, { channels, count })
  const handlers = {
    ...delivery.handlers,
    ...createWebhookHandler(context, outbound),
    ...createTaskHandler(context, taskHandlers(context, events)),
    ...(push === undefined
      ? {}
      : createPushHandler(context, outbound, { ...push, owners: pushOwners(issuer, twofactor) })),
    ...(issuer === undefined ? {} : issuerJobHandlers(issuer)),
    ...(twofactor === undefined ? {} : twofactorJobHandlers(twofactor, outbound)),
    ...(events === undefined ? {} : eventsJobHandlers(events)),
  }
  const runner = createJobRunner(context, handlers, { recurring: recurringJobs(context, issuer, twofactor) })
  return withFirstAttempts(runner, delivery.firstAttempts)
}

function recurringJobs(
  context: Context,
  issuer: Issuer | undefined,
  twofactor: TwofactorParts | undefined,
): RecurringJob[] {
  const { database, clock } = context
  const every = (kind: string, everyMs: number, run: () => Promise<unknown>): RecurringJob => ({
    kind,
    everyMs,
    run: async () => void (await run()),
  })
  return [
    every('seal-audit', 10 * SECOND_MS, () => sealAudit(context)),
    every('settle-audit', 60 * SECOND_MS, () => settleIntents(context)),
    every('enter-tallies', 60 * SECOND_MS, () => enterTallies(context)),
    every('sweep-tallies', HOUR_MS, () => sweepTallies(database, clock.now())),
    every('sweep-changes', 60 * SECOND_MS, () => sweepChanges(database)),
    every('sweep-allowances', HOUR_MS, () => sweepAllowances(database, clock.now())),
    every('sweep-idempotency', HOUR_MS, () => sweepIdempotencyKeys(database, clock.now())),
    every('recover-messages', 5 * SECOND_MS, () => recoverMessages(context)),
    every('sweep-messages', HOUR_MS, () => sweepMessages(database, clock.now())),
    every('resume-webhooks', 15 * SECOND_MS, () => resumeWebhooks(context)),
    every('sweep-webhooks', HOUR_MS, () => sweepWebhooks(database, clock.now())),
    every('sweep-figures', 24 * HOUR_MS, () => sweepFigures(database, clock.now())),
    every('sweep-imports', HOUR_MS, () => sweepImports(database, clock.now())),
    every('sweep-nonces', HOUR_MS, () => sweepNonces(database, clock.now())),
    every('sweep-page-codes', HOUR_MS, () => sweepPageCodes(database, clock.now())),
    every('sweep-tasks', HOUR_MS, () => sweepTasks(database, clock.now())),
    every('sweep-operators', HOUR_MS, () => sweepOperators(database, clock.now())),
    every('sweep-jobs', HOUR_MS, () => sweepJobs(database, clock.now())),
    ...(twofactor === undefined
      ? []
      : [
          every('sweep-twofactor', 15 * SECOND_MS, () => sweepTwofactor(twofactor.service)),
          every('sweep-twofactor-ended', HOUR_MS, () => sweepEnded(twofactor.service)),
        ]),
    ...(issuer === undefined ? [] : [every('sweep-issuer', 15 * SECOND_MS, () => sweepIssuer(issuer))]),
  ]
}
