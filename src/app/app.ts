import type { FastifyInstance } from 'fastify'
import type { Issuer, KeyAnswer } from '../issuer/keys.ts'
import { serveIssuer } from '../issuer/routes.ts'
import type { ServedApi } from '../kernel/api.ts'
import { createCache } from '../kernel/cache.ts'
import type { Context } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { createLimiter } from '../kernel/limiter.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { createOutbound, type Outbound } from '../kernel/outbound/request.ts'
import { type ChangeFeed, createChangeFeed } from '../platform/changes/feed.ts'
import { createSigner } from '../platform/signing-keys/signer.ts'
import type { Config } from './config.ts'
import { type ContextParts, openContext } from './context.ts'
import type { RouteTools } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { VERSION } from './version.ts'

export type App = {
  readonly context: Context
  readonly server: FastifyInstance
  /** Gives the address that it listens on. */
  start(): Promise<string>
  /** What runs finishes, within ten seconds. */
  stop(): Promise<void>
}

/** `strict` makes an answer or a problem that a row does not declare an error: for tests. */
export type AppParts = ContextParts & { strict?: boolean }

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
  const server = createServer({
    apis: serveAll(config, context, changes, outbound),
    hosts: new Map(Object.entries(config.http.ownHosts)),
    trustProxy: config.http.trustProxy,
    clock: context.clock,
    log: context.log,
    metrics,
    system: { ready: () => context.database.ping(), metrics, metricsToken: config.security.metricsToken },
    limiters: createLimiters(config, context),
    strict: parts.strict ?? false,
  })
  return {
    context,
    server,
    async start() {
      await changes.start()
      return server.listen({ host: config.http.host, port: config.http.port })
    },
    async stop() {
      await server.close()
      outbound.close()
      await changes.stop()
      await context.database.close()
    },
  }
}

function serveAll(config: Config, context: Context, changes: ChangeFeed, outbound: Outbound): ServedApi[] {
  const signer = createSigner(context, changes)
  const makers: Partial<Record<Config['services'][number], () => ServedApi>> = {
    issuer: () => serveIssuer(createIssuer(config, context, changes, outbound), signer),
  }
  return config.services.flatMap((name) => makers[name]?.() ?? [])
}

function createIssuer(config: Config, context: Context, changes: ChangeFeed, outbound: Outbound): Issuer {
  const keys = createCache<KeyAnswer>({ max: 50_000 })
  changes.on('issuer-key', keys.delete)
  changes.onMissed(keys.clear)
  const checkAddress = (url: string) => {
    try {
      outbound.check(url)
    } catch (cause) {
      throw new Fault('invalid', { detail: 'the push address is not one that this server may call', cause })
    }
  }
  return { ...context, url: config.urls.issuer, checkAddress, keys }
}

function createLimiters({ limits }: Config, { clock }: Context): RouteTools['limiters'] {
  if (limits === undefined) return undefined
  const perMinute = limits.registrationsPerMinute
  return {
    keys: createLimiter({ ...limits.key, clock }),
    registrations: createLimiter({ ratePerSecond: perMinute / 60, burst: perMinute, clock }),
  }
}
