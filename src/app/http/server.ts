import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ServedApi } from '../../kernel/api.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { answerClientError } from './client-errors.ts'
import { sendProblem, toProblem } from './failures.ts'
import { createOverload } from './overload.ts'
import { type RouteTools, registerApi } from './routes.ts'
import { registerSystem, type SystemTools } from './system.ts'

export type ServerOptions = {
  apis: readonly ServedApi[]
  /** Base path of the API that answers at the root of a host. */
  hosts: ReadonlyMap<string, string>
  /** Hops in front, or the addresses of the proxies. */
  trustProxy: false | number | readonly string[]
  clock: Clock
  log: Logger
  metrics: Metrics
  system: SystemTools
  limiters: RouteTools['limiters']
  strict: boolean
}

const MAX_IN_FLIGHT = 4_000
const MAX_LAG_MS = 1_000
const STOP_MS = 10_000

/** The one HTTP server. `close` lets what runs finish, for ten seconds at most. */
export function createServer(options: ServerOptions): FastifyInstance {
  const apis = options.apis.map((served) => served.api)
  const stopping = new AbortController()
  const app: FastifyInstance = fastify({
    logger: false,
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: 102_400,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    connectionTimeout: 0,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 512, caseSensitive: true, ignoreTrailingSlash: false },
    rewriteUrl: (request) => hostPath(options.hosts, request.headers.host) + (request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerClientError(apis, error, socket),
    frameworkErrors: (error, request, reply) => {
      const api = apis.find((candidate) => request.url.startsWith(`${candidate.basePath}/`)) ?? apis[0]
      if (api !== undefined)
        sendProblem(api, request as FastifyRequest, reply as FastifyReply, toProblem(api, error))
    },
  })
  app.server.maxHeadersCount = 200
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  observe(app, options)
  registerSystem(app, options.system)
  const tools = {
    log: options.log,
    limiters: options.limiters,
    stopping: stopping.signal,
    strict: options.strict,
  }
  for (const served of options.apis) registerApi(app, served, tools)
  app.addHook('preClose', async () => {
    stopping.abort()
    setTimeout(() => app.server.closeAllConnections(), STOP_MS).unref()
  })
  return app
}

function trustOf(proxy: ServerOptions['trustProxy']) {
  if (typeof proxy === 'number') return (_address: string, hop: number) => hop < proxy
  return proxy === false ? false : [...proxy]
}

function hostPath(hosts: ReadonlyMap<string, string>, host: string | undefined): string {
  return hosts.size === 0 ? '' : (hosts.get((host ?? '').toLowerCase()) ?? '')
}

/** One log line, one count and one time a request; a request too many is put off before any work. */
function observe(app: FastifyInstance, { clock, log, metrics }: ServerOptions): void {
  const overload = createOverload(clock, { maxInFlight: MAX_IN_FLIGHT, maxLagMs: MAX_LAG_MS })
  const seconds = metrics.histogram(
    'lanyard_http_request_seconds',
    'Time to answer a request.',
    ['method', 'route', 'status'],
    [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
  )
  metrics.gauge('lanyard_http_in_flight', 'Requests being answered.', () => overload.inFlight)
  metrics.gauge(
    'lanyard_event_loop_lag_seconds',
    'How late the event loop runs.',
    () => overload.lagMs / 1000,
  )
  app.addHook('onRequest', (request, _reply, done) => {
    const shed = overload.isShedding() && !request.url.startsWith('/healthz')
    overload.enter()
    done(shed ? new Fault('busy', { detail: 'too many requests at once', retryAfterSeconds: 1 }) : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    overload.leave()
    const route = request.routeOptions.url ?? 'unmatched'
    seconds.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    log.info('request', {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    })
    done()
  })
  app.addHook('onClose', async () => overload.stop())
}
