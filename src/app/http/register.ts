import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '../../kernel/base/cache.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Api, ServedApi } from '../../kernel/contract/api.ts'
import { declaredProblems } from '../../kernel/contract/declared-problems.ts'
import { describeApi } from '../../kernel/contract/openapi.ts'
import {
  type Answer,
  type Auth,
  EventStream,
  type Operation,
  type Principal,
  TextStream,
  type TrafficLimit,
} from '../../kernel/contract/operation.ts'
import { VERSION } from '../config/version.ts'
import { authenticate, checkScope, identify, isForSome, type Limiters, limitAddress } from './authenticate.ts'
import { sendEvents } from './events.ts'
import { isGone, logFailure, sendProblem, toProblem } from './failures.ts'
import { apiHeaders, preflightHeaders } from './headers.ts'
import { readInput, readRawBag, redactInput } from './input.ts'
import { DOCUMENT_PATH, type MethodBook, shadowedMethods } from './methods.ts'
import { findOriginFault } from './own-origin.ts'
import { sendAnswer, whileAllowed } from './send.ts'
import type { Visits } from './visits.ts'

export type RouteTools = {
  log: Logger
  limiters: Limiters
  visits: Visits
  methods: MethodBook
  /** For tests: a response or a problem that the operation does not declare is an error. */
  strict: boolean
}

/** Serves an API's operations below its base path. */
export function registerApi(app: FastifyInstance, served: ServedApi, tools: RouteTools): void {
  const { api } = served
  checkHandlers(served)
  checkKeys(served)
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => fail(served, tools, request, reply, error))
      if (api.openToAllOrigins) {
        scope.options('/*', (_request, reply) =>
          reply
            .code(204)
            .headers({ ...apiHeaders(api), ...preflightHeaders })
            .send(),
        )
      }
      if (api.onlyFrom === undefined) addDocument(scope, api)
      else keepToOrigin(scope, api.onlyFrom, tools)
      for (const [name, operation] of Object.entries(api.operations))
        addRoute(scope, served, name, operation, tools)
      for (const { path, methods } of shadowedMethods(api))
        scope.route({ method: methods, url: urlOf(path), handler: refuseWith(tools) })
    },
    { prefix: api.basePath },
  )
}

function addDocument(scope: FastifyInstance, api: Api): void {
  const document = lazy(() => JSON.stringify(describeApi(api, VERSION)))
  scope.get(DOCUMENT_PATH, (_request, reply) =>
    reply.headers({ ...apiHeaders(api), 'content-type': 'application/json; charset=utf-8' }).send(document()),
  )
}

/** Limits an API to one origin. The origin's pages surround the API, so it must refuse unknown paths itself. */
function keepToOrigin(scope: FastifyInstance, origin: string, tools: RouteTools): void {
  scope.addHook('onRequest', (request, _reply, done) => done(findOriginFault(origin, request)))
  scope.all('/', { prefixTrailingSlash: 'both' }, refuseWith(tools))
  scope.all('/*', refuseWith(tools))
}

function refuseWith({ methods }: RouteTools) {
  return (request: FastifyRequest): never => {
    throw methods.findFault(request.url) ?? new Fault('unknown-path')
  }
}

function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function checkHandlers({ api, handlers }: ServedApi): void {
  const rows = Object.keys(api.operations)
  const missing = rows.filter((name) => handlers[name] === undefined)
  const surplus = Object.keys(handlers).filter((name) => api.operations[name] === undefined)
  if (missing.length + surplus.length === 0) return
  throw new Error(`${api.name}: rows without a handler: ${missing}; handlers without a row: ${surplus}`)
}

function checkKeys({ api, authenticate }: ServedApi): void {
  const isKnown = (auth: Auth) =>
    authenticate !== undefined && (auth === 'operator' || api.keyHeader !== undefined)
  const keyed = Object.keys(api.operations).filter((name) => {
    const auth = api.operations[name]?.auth ?? 'public'
    return isForSome(auth) && !isKnown(auth)
  })
  if (keyed.length === 0) return
  throw new Error(`${api.name}: rows that ask for a key, where nobody knows keys: ${keyed}`)
}

function addRoute(
  scope: FastifyInstance,
  served: ServedApi,
  name: string,
  operation: Operation,
  tools: RouteTools,
): void {
  const handler = served.handlers[name]
  if (handler === undefined) throw new Error(`${name} has no handler`)
  const headers = apiHeaders(served.api)
  const declared = new Set(declaredProblems(served.api, operation))
  scope.route({
    method: operation.method,
    config: { template: served.api.basePath + operation.path },
    url: urlOf(operation.path),
    bodyLimit: operation.body?.maxBytes ?? (operation.bag === undefined ? 1_024 : 102_400),
    errorHandler: (error, request, reply) => fail(served, tools, request, reply, error, declared),
    handler: (request, reply) => {
      const limit = (name: TrafficLimit) => limitAddress(name, request, tools.limiters)
      if (operation.limit !== undefined) limit(operation.limit)
      const rawBag = readRawBag(operation, request)
      const proceed = (principal: Principal | undefined) => {
        const input = readInput(operation, request, { principal, visits: tools.visits, limit, rawBag })
        if (tools.log.enabled('debug'))
          tools.log.debug('input', { request: request.id, ...redactInput(operation, input) })
        const answer = handler(input)
        // An answer that is there already is sent at once: a promise would cost a tenth of a poll.
        return answer instanceof Promise ? answer.then(send) : send(answer)
      }
      const send = (answer: Answer) => {
        if (answer.body instanceof EventStream)
          return sendEvents(answer.body, { request, reply, headers, visits: tools.visits })
        if (answer.body instanceof TextStream && operation.auth === 'operator') {
          const { contentType, chunks } = answer.body
          const check = async () =>
            checkScope(operation, await identify(served, operation, { request, rawBag }))
          answer.body = new TextStream(contentType, whileAllowed(chunks, check))
        }
        return sendAnswer(operation, answer, reply.headers(headers), tools)
      }
      return isForSome(operation.auth)
        ? authenticate(served, operation, { request, reply, rawBag }, tools.limiters).then(proceed)
        : proceed(undefined)
    },
  })
}

function fail(
  served: ServedApi,
  tools: RouteTools,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  declared?: ReadonlySet<string>,
): FastifyReply {
  let problem = toProblem(served.api, isGone(request) ? new Fault('malformed') : error)
  let cause = error
  if (tools.strict && declared?.has(problem.code) === false) {
    cause = new Error(`${request.method} ${request.routeOptions.url} does not declare ${problem.code}`, {
      cause: error,
    })
    problem = toProblem(served.api, cause)
  }
  logFailure(tools.log, request, problem, cause)
  return sendProblem(served.api, request, reply, problem)
}
