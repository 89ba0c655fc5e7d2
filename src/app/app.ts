import type { FastifyInstance } from 'fastify'
import { type Issuer, keyTopic } from '../issuer/issuer.ts'
import { createJobViews } from '../issuer/job-views.ts'
import type { KeyAnswer } from '../issuer/key-record.ts'
import { serveIssuer } from '../issuer/routes.ts'
import { createCache } from '../kernel/cache.ts'
import type { Context } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { createKeyCache } from '../kernel/jwt/key-cache.ts'
import { createLimiter } from '../kernel/limiter.ts'
import { createMetrics, type Metrics } from '../kernel/metrics.ts'
import { createOutbound, type Outbound } from '../kernel/outbound/request.ts'
import { type ChangeFeed, createChangeFeed } from '../platform/changes/feed.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import { createSigner } from '../platform/signing-keys/signer.ts'
import { webhookTopic } from '../platform/webhooks/endpoints.ts'
import { createWebhookPublisher } from '../platform/webhooks/publisher.ts'
import { createBackground } from './background.ts'
import type { Config } from './config.ts'
import { type ContextParts, openContext } from './context.ts'
import type { RouteTools } from './http/routes.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import { VERSION } from './version.ts'

export type App = {
  readonly context: Context
  readonly server: FastifyInstance
  readonly background: JobRunner
  /** Gives the address that it listens on. */
  start(): Promise<string>
  /** What runs finishes, within ten seconds. */
  stop(): Promise<void>
}

/** `strict` makes an answer or a problem that a row does not declare an error: for tests, as is another `gate`. */
export type AppParts = ContextParts & Pick<ServerOptions, 'gate'> & { strict?: boolean }

/** The whole product in one process: the one place that hands everything to everyone. */
export async function createApp(config: Config, parts: AppParts): Promise<App> {
  const metrics = createMetrics()
  const batches = metrics.histogram(
    'lanyard_commit_batch',
    'Writes that shared a commit.',
    [],
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  )
  const context = await openContext(config, { ...parts, onBatch: (size) => batches.labels().observe(size) })
  const changes = createChangeFeed(context)
  const outbound = createOutbound({ allow: config.security.outboundAllow, userAgent: `Lanyard/${VERSION}` })
  const issuer = config.services.includes('issuer')
    ? createIssuer(config, context, changes, outbound)
    : undefined
  if (issuer !== undefined) measureIssuer(issuer, metrics)
  const background = createBackground({ config, context, issuer, outbound })
  const server = createServer({
    apis: issuer === undefined ? [] : [serveIssuer(issuer)],
    hosts: new Map(Object.entries(config.http.ownHosts)),
    trustProxy: config.http.trustProxy,
    log: context.log,
    metrics,
    system: { ready: () => context.database.ping(), metrics, metricsToken: config.security.metricsToken },
    limiters: createLimiters(config, context),
    strict: parts.strict ?? false,
    ...(parts.gate === undefined ? {} : { gate: parts.gate }),
  })
  return {
    context,
    server,
    background,
    async start() {
      await changes.start()
      background.start()
      return server.listen({ host: config.http.host, port: config.http.port })
    },
    async stop() {
      await server.close()
      await background.stop()
      outbound.close()
      await changes.stop()
      await context.database.close()
    },
  }
}

function createIssuer(config: Config, context: Context, changes: ChangeFeed, outbound: Outbound): Issuer {
  const keys = createCache<KeyAnswer>({ max: 50_000 })
  changes.on(keyTopic, keys.delete)
  changes.onMissed(keys.clear)
  const checkAddress = (url: string) => {
    try {
      outbound.check(url)
    } catch (cause) {
      throw new Fault('invalid', { detail: 'the push address is not one that this server may call', cause })
    }
  }
  return {
    ...context,
    url: config.urls.issuer,
    authenticatorUrl: config.urls.authenticator,
    checkAddress,
    keys,
    imported: createKeyCache({ max: 50_000 }),
    jobs: createJobViews(context, changes),
    polls:
      config.limits === undefined
        ? undefined
        : createLimiter({ ratePerSecond: 2, burst: 20, clock: context.clock }),
    signer: createSigner(context, changes),
    webhooks: createWebhookPublisher(context, changes, { service: 'issuer', topic: webhookTopic }),
  }
}

function measureIssuer({ jobs }: Issuer, metrics: Metrics): void {
  const waiting = () => jobs.watch.size + jobs.inbox.size
  metrics.gauge('lanyard_issuer_watchers', 'Polls and streams that wait for a job or an inbox.', waiting)
}

function createLimiters({ limits }: Config, { clock }: Context): RouteTools['limiters'] {
  if (limits === undefined) return undefined
  const perMinute = (burst: number) => createLimiter({ ratePerSecond: burst / 60, burst, clock })
  return {
    keys: createLimiter({ ...limits.key, clock }),
    registrations: perMinute(limits.registrationsPerMinute),
    'open-jobs': perMinute(limits.openJobsPerMinute),
  }
}
