import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type RegistrationPages, registerPublicPages } from '../../events/public-page/routes.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import type { ServedApi } from '../../kernel/contract/api.ts'
import { answerClientError, answerConnect } from './client-errors.ts'
import { sendProblem, toProblem } from './failures.ts'
import { type GateLimits, MAX_HEADERS, registerGate, usualLimits } from './gate.ts'
import { createMethodBook } from './methods.ts'
import { createObserver, observeRequest } from './observer.ts'
import { apiFinder, pathFinder } from './outside.ts'
import { type Pages, registerPages, registerRendered, sendNotFoundPage } from './pages.ts'
import { type ReadyTools, readyFirst } from './ready.ts'
import { registerReceipts, type TakeReceipt } from './receipts.ts'
import { type RouteTools, registerApi } from './register.ts'
import { registerSystem, type SystemTools } from './system.ts'
import { type Handle, handleInTurns } from './turn.ts'
import { createVisits, type Visits } from './visits.ts'

export type ServerOptions = {
  apis: readonly ServedApi[]
  /** The base path of the API or app served at the root of each host. */
  hosts: ReadonlyMap<string, string>
  /** The number of proxies in front, or their addresses. */
  trustProxy: false | number | readonly string[]
  log: Logger
  metrics: Metrics
  system: SystemTools
  takeReceipt?: TakeReceipt
  /** The web apps, if they are built. */
  pages?: Pages
  /** The public pages of events, if that service runs. */
  registrationPages?: RegistrationPages
  limiters: RouteTools['limiters']
  strict: boolean
  timeouts?: Partial<Timeouts>
  gate?: Partial<GateLimits>
}

/** Time limits for clients, and for stopping. */
type Timeouts = {
  headersMs: number
  requestMs: number
  keepAliveMs: number
  /** How often connections are checked. */
  checkMs: number
  stopMs: number
}

const usualTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 10_000,
  checkMs: 5_000,
  stopMs: 10_000,
}

/** Creates the HTTP server. `close` lets running requests finish, for at most ten seconds. */
export function createServer(options: ServerOptions): FastifyInstance {
  const timeouts = { ...usualTimeouts, ...options.timeouts }
  const visits = createVisits()
  const observe = createObserver(visits, options)
  const findApi = apiFinder(options.apis.map((served) => served.api))
  const place = pathFinder(options.hosts, findApi)
  const methods = createMethodBook(findApi)
  const refusals = { findApi, place, visits, methods }
  const refuse = createRefusal(findApi, options.pages)
  const trustProxy = trustOf(options.trustProxy)
  const nextId = countRequests()
  const app: FastifyInstance = fastify({
    ...transportOptions(timeouts),
    trustProxy,
    genReqId: nextId,
    rewriteUrl: (request) => place(request.headers.host, request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerClientError(refusals, error, socket),
    frameworkErrors: (error, request, reply) => {
      observeRequest(observe, request as FastifyRequest, reply as FastifyReply)
      refuse(request as FastifyRequest, reply as FastifyReply, error)
    },
  })
  app.addHook('onRoute', methods.note)
  app.server.maxHeadersCount = MAX_HEADERS
  // Without a listener Node closes the connection.
  app.server.on('connect', (request, socket) => answerConnect(refusals, request, socket))
  // Unknown expectations may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // Old clients put the parameters of a GET into its body.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const gate = registerGate(app, { observe, visits, metrics: options.metrics, limits: options.gate ?? {} })
  registerSystem(app, options.system, { methods, refuse })
  if (options.takeReceipt !== undefined) registerReceipts(app, options.takeReceipt)
  if (options.pages !== undefined) registerPages(app, options.pages)
  const ready = addPublicPages(app, options, { gate, observe, visits, nextId, trustProxy })
  const { maxInFlight } = { ...usualLimits, ...options.gate }
  const turns = handleInTurns(app.server, ready ?? app.routing, {
    mostWaiting: maxInFlight,
    onLeft: (visit) => observe(visit, { id: nextId(), route: 'unhandled' }),
  })
  options.metrics.gauge('lanyard_http_waiting', 'Requests not yet begun.', () => turns.waiting)
  const tools = { log: options.log, limiters: options.limiters, visits, methods, strict: options.strict }
  for (const served of options.apis) registerApi(app, served, tools)
  stopWith(app, visits, timeouts.stopMs)
  return app
}

/** A name for each request, by which its lines in the log are found. */
function countRequests(): () => string {
  let count = 0
  return () => `req-${(count++).toString(36)}`
}

/** Answers with a problem of the API that the path belongs to, or with a page where it belongs to nothing. */
function createRefusal(findApi: ReturnType<typeof apiFinder>, pages: Pages | undefined) {
  return (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    const api = findApi(request.url)
    const isNowhere = error instanceof Fault && error.kind === 'unknown-path' && api.name === 'outside'
    if (isNowhere && pages !== undefined && sendNotFoundPage(pages, request, reply)) return
    sendProblem(api, request, reply, toProblem(api, error))
  }
}

function addPublicPages(
  app: FastifyInstance,
  { pages, registrationPages }: ServerOptions,
  tools: Omit<ReadyTools, 'find'>,
): Handle | undefined {
  if (pages === undefined || registrationPages === undefined) return undefined
  const site = registerRendered(app, pages)
  if (site === undefined) return undefined
  return readyFirst(app, { ...tools, find: registerPublicPages(app, site, registrationPages) })
}

function transportOptions({ headersMs, requestMs, keepAliveMs, checkMs }: Timeouts) {
  return {
    logger: false,
    bodyLimit: 102_400,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // The gate refuses instead, in the API's error format.
    return503OnClosing: false,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionTimeout: 0,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    // No route declares a schema to Fastify: its compilers would cost memory and time at every start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { maxParamLength: 1_400, caseSensitive: true, ignoreTrailingSlash: false },
  } as const
}

function noCompiler(): never {
  throw new Error('the contract validates input and writes answers, not Fastify')
}

function trustOf(proxy: ServerOptions['trustProxy']) {
  if (typeof proxy === 'number') return (_address: string, hop: number) => hop < proxy
  return proxy === false ? false : [...proxy]
}

const SWEEP_MS = 50

/**
 * Closes connections as they become idle, so that a client that keeps its connection open does not delay the stop.
 */
function stopWith(app: FastifyInstance, visits: Visits, stopMs: number): void {
  const timers: NodeJS.Timeout[] = []
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    visits.stop()
    // Clients open connections in advance; Node does not count such a connection as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    timers.push(setInterval(() => app.server.closeIdleConnections(), SWEEP_MS))
    timers.push(setTimeout(() => app.server.closeAllConnections(), stopMs))
  })
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
}
