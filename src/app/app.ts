import type { FastifyInstance } from 'fastify'
import { serveEventData } from '../events/data-api/routes.ts'
import type { Events } from '../events/events.ts'
import { serveRegistration } from '../events/registration-api/routes.ts'
import type { Issuer } from '../issuer/base/issuer.ts'
import { serveIssuer } from '../issuer/routes.ts'
import { createLimiter } from '../kernel/base/limiter.ts'
import { createMetrics, type Metrics } from '../kernel/base/metrics.ts'
import { createMinuteLimiter } from '../kernel/base/network.ts'
import type { Context } from '../kernel/context.ts'
import type { Api, ServedApi } from '../kernel/contract/api.ts'
import { createOutbound } from '../kernel/outbound/request.ts'
import { createChangeFeed } from '../platform/changes/feed.ts'
import { createReceiptHandler } from '../platform/delivery/gateways/receipt-handler.ts'
import { createFigures } from '../platform/figures/figures.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import { serveTwofactor } from '../twofactor/routes.ts'
import { createBackground } from './background.ts'
import type { Config } from './config/config.ts'
import { VERSION } from './config/version.ts'
import { type ContextParts, openContext } from './context/context.ts'
import type { RouteTools } from './http/register.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import { openPages } from './open-pages.ts'
import { openRegistrationPages } from './open-registration-pages.ts'
import { createChannels } from './services/channels.ts'
import { createConsole } from './services/console.ts'
import { createEvents } from './services/events.ts'
import { createIssuer } from './services/issuer.ts'
import { createPush } from './services/push.ts'
import { receiptDoors } from './services/receipts.ts'
import { isServedAlone, type ServiceTools } from './services/service-tools.ts'
import { createTwofactor } from './services/twofactor.ts'

export type App = {
  readonly context: Context
  /** All APIs that it serves. */
  readonly apis: readonly Api[]
  readonly server: FastifyInstance
  readonly background: JobRunner
  /** Figures are stored every few seconds; `flush` stores them now. */
  readonly figures: Pick<ReturnType<typeof createFigures>, 'flush'>
  /** Returns the address that it listens on. */
  start(): Promise<string>
  /** Lets running work finish, for at most ten seconds. */
  stop(): Promise<void>
}

/**
 * `strict`, for tests, makes any response or problem that an operation does not declare an error; `gate` is for tests
 * too. `pagesFolder` contains a build of the web apps; without it none are served.
 */
export type AppParts = ContextParts & Pick<ServerOptions, 'gate'> & { strict?: boolean; pagesFolder?: string }

/** Assembles the whole product in one process: the only place where all parts are connected. */
export async function createApp(config: Config, parts: AppParts): Promise<App> {
  const metrics = createMetrics()
  const context = await openContext(config, { ...parts, onBatch: batchMeter(metrics) })
  const changes = createChangeFeed(context, { isAlone: isServedAlone(config) })
  const outbound = createOutbound({ allow: config.security.outboundAllow, userAgent: `Lanyard/${VERSION}` })
  const push = config.delivery.push === 'on' ? await createPush(config, context, outbound) : undefined
  const channels = createChannels(config, context, outbound)
  const figures = createFigures(context)
  const tools = { config, context, changes, outbound, channels, push, count: figures.count }
  const services = createServices(tools)
  measureServices(services, metrics)
  const running = { ...services, events: services.events?.service }
  const background = createBackground({ ...tools, ...running })
  const serviceApis = serveServices(config, services)
  const { apis: consoleApis } = createConsole({ ...tools, ...running })
  const apis = [...serviceApis, ...consoleApis]
  const described = serviceApis.map(({ api }) => api)
  const server = createServer({
    apis,
    hosts: new Map(Object.entries(config.http.ownHosts)),
    trustProxy: config.http.trustProxy,
    log: context.log,
    metrics,
    system: { ready: () => context.database.ping(), metrics, metricsToken: config.security.metricsToken },
    takeReceipt: createReceiptHandler(context, receiptDoors(config)),
    limiters: createLimiters(config, context),
    strict: parts.strict ?? false,
    ...(await openWebApps(tools, running, { folder: parts.pagesFolder, described })),
    ...(parts.gate === undefined ? {} : { gate: parts.gate }),
  })
  const held = { context, server, background, figures }
  return { ...held, apis: apis.map(({ api }) => api), ...createLifetime({ ...tools, ...services, ...held }) }
}

type Services = ReturnType<typeof createServices>

/** A service that the configuration leaves out is undefined. */
function createServices(tools: ServiceTools) {
  const { services } = tools.config
  const hasEvents = services.includes('eventdata') || services.includes('registration')
  return {
    issuer: services.includes('issuer') ? createIssuer(tools) : undefined,
    twofactor: services.includes('twofactor') ? createTwofactor(tools) : undefined,
    events: hasEvents ? createEvents(tools) : undefined,
  }
}

function serveServices({ services }: Config, { issuer, twofactor, events }: Services): ServedApi[] {
  return [
    ...(issuer === undefined ? [] : [serveIssuer(issuer)]),
    ...(twofactor === undefined ? [] : [serveTwofactor(twofactor)]),
    ...(events !== undefined && services.includes('eventdata') ? [serveEventData(events)] : []),
    ...(events !== undefined && services.includes('registration') ? [serveRegistration(events)] : []),
  ]
}

type Running = { events: Events | undefined; issuer: Issuer | undefined }
type WebApps = { folder: string | undefined; described: readonly Api[] }

async function openWebApps(
  { config, context }: ServiceTools,
  { events, issuer }: Running,
  { folder, described }: WebApps,
): Promise<Pick<ServerOptions, 'pages' | 'registrationPages'>> {
  const pages = folder === undefined ? undefined : openPages(folder, config, described)
  const registrationPages = await openRegistrationPages(config, context, { folder, events, issuer })
  return {
    ...(pages === undefined ? {} : { pages }),
    ...(registrationPages === undefined ? {} : { registrationPages }),
  }
}

type Lasting = ServiceTools &
  Services &
  Pick<App, 'server' | 'background'> & {
    channels: ReturnType<typeof createChannels>
    figures: ReturnType<typeof createFigures>
  }

function createLifetime(lasting: Lasting): Pick<App, 'start' | 'stop'> {
  const { config, context, changes, outbound, channels, server, background, figures } = lasting
  const { twofactor, events } = lasting
  return {
    async start() {
      await changes.start()
      await events?.start()
      background.start()
      twofactor?.start()
      figures.start()
      return server.listen({ host: config.http.host, port: config.http.port })
    },
    async stop() {
      await server.close()
      await background.stop()
      await twofactor?.stop()
      await figures.stop()
      await events?.stop()
      await channels.close()
      outbound.close()
      await changes.stop()
      await context.database.close()
    },
  }
}

function batchMeter(metrics: Metrics): (size: number) => void {
  const batches = metrics.histogram(
    'lanyard_commit_batch',
    'Writes that shared a commit.',
    [],
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  )
  return (size) => batches.labels().observe(size)
}

function measureServices({ issuer, events }: Services, metrics: Metrics): void {
  if (issuer !== undefined) measureIssuer(issuer, metrics)
  if (events !== undefined)
    metrics.gauge(
      'lanyard_sync_delay_seconds',
      'How long a transaction that stays open in PostgreSQL has been holding changes back from sync and doors.',
      events.syncDelay.seconds,
    )
}

function measureIssuer({ jobs }: Issuer, metrics: Metrics): void {
  const waiting = () => jobs.watch.size + jobs.inbox.size
  metrics.gauge('lanyard_issuer_watchers', 'Polls and streams that wait for a job or an inbox.', waiting)
}

function createLimiters({ limits }: Config, { clock }: Context): RouteTools['limiters'] {
  if (limits === undefined) return undefined
  const perMinute = (limit: number) => createMinuteLimiter({ limit, clock })
  return {
    keys: createLimiter({ ...limits.key, clock }),
    registrations: perMinute(limits.registrationsPerMinute),
    'open-jobs': perMinute(limits.openJobsPerMinute),
  }
}
