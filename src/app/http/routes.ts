import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Api, ServedApi } from '../../kernel/contract/api.ts'
import type { Bag } from '../../kernel/contract/bag.ts'
import { declaredProblems } from '../../kernel/contract/declared-problems.ts'
import { describeApi } from '../../kernel/contract/openapi.ts'
import {
  type Answer,
  type Auth,
  EventStream,
  type Operation,
  type Principal,
  Serialized,
  TextStream,
  type TrafficLimit,
} from '../../kernel/contract/operation.ts'
import { findErrors, serialize } from '../../kernel/contract/validate.ts'
import { VERSION } from '../config/version.ts'
import { sendEvents } from './events.ts'
import { isGone, logFailure, sendProblem, toProblem } from './failures.ts'
import { apiHeaders, preflightHeaders } from './headers.ts'
import { readHeader, readInput, readRawBag, redactInput } from './input.ts'
import { DOCUMENT_PATH, unmatched } from './methods.ts'
import { findOriginFault } from './own-origin.ts'
import type { Visits } from './visits.ts'

export type RouteTools = {
  log: Logger
  /** Undefined where traffic limits are off. */
  limiters: (Readonly<Record<TrafficLimit, Pick<Limiter, 'take'>>> & { readonly keys: Limiter }) | undefined
  visits: Visits
  /** In tests: an answer or a problem that the row does not declare is an error. */
  strict: boolean
}

/** Serves an API's table under its base path. */
export function registerApi(app: FastifyInstance, served: ServedApi, tools: RouteTools): void {
  const { api } = served
  checkHandlers(served)
  checkKeys(served)
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => fail(served, tools, request, reply, error))
      scope.setNotFoundHandler((request, reply) =>
        sendProblem(api, request, reply, toProblem(api, unmatched(api, request.url))),
      )
      if (api.openToAllOrigins) {
        scope.options('/*', (_request, reply) =>
          reply
            .code(204)
            .headers({ ...apiHeaders(api), ...preflightHeaders })
            .send(),
        )
      }
      if (api.onlyFrom === undefined) addDocument(scope, api)
      else keepToOrigin(scope, served, api.onlyFrom)
      for (const [name, operation] of Object.entries(api.operations))
        addRoute(scope, served, name, operation, tools)
    },
    { prefix: api.basePath },
  )
}

function addDocument(scope: FastifyInstance, api: Api): void {
  const document = lazily(() => JSON.stringify(describeApi(api, VERSION)))
  scope.get(DOCUMENT_PATH, (_request, reply) =>
    reply.headers({ ...apiHeaders(api), 'content-type': 'application/json; charset=utf-8' }).send(document()),
  )
}

/** The pages of that origin lie around such an API: what it does not know is its own to refuse. */
function keepToOrigin(scope: FastifyInstance, served: ServedApi, origin: string): void {
  scope.addHook('onRequest', (request, _reply, done) => done(findOriginFault(origin, request)))
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(served.api, request, reply, toProblem(served.api, unmatched(served.api, request.url)))
  scope.all('/', { prefixTrailingSlash: 'both' }, refuse)
  scope.all('/*', refuse)
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function checkHandlers({ api, handlers }: ServedApi): void {
  const rows = Object.keys(api.operations)
  const missing = rows.filter((name) => handlers[name] === undefined)
  const surplus = Object.keys(handlers).filter((name) => api.operations[name] === undefined)
  if (missing.length + surplus.length === 0) return
  throw new Error(`${api.name}: rows without a handler: ${missing}; handlers without a row: ${surplus}`)
}

/** Whether a row asks who calls. */
function isForSome(auth: Auth): boolean {
  return auth === 'api-key' || auth === 'operator'
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
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.body?.maxBytes ?? (operation.bag === undefined ? 1_024 : 102_400),
    errorHandler: (error, request, reply) => fail(served, tools, request, reply, error, declared),
    handler: async (request, reply) => {
      const limit = (name: TrafficLimit) => limitAddress(name, request, tools)
      if (operation.limit !== undefined) limit(operation.limit)
      const rawBag = readRawBag(operation, request)
      const principal = isForSome(operation.auth)
        ? await authenticate(served, operation, { request, reply, rawBag }, tools)
        : undefined
      const input = readInput(operation, request, { principal, visits: tools.visits, limit, rawBag })
      if (tools.log.enabled('debug'))
        tools.log.debug('input', { request: request.id, ...redactInput(operation, input) })
      const answer = await handler(input)
      if (answer.body instanceof EventStream) {
        return sendEvents(answer.body, { request, reply, headers, visits: tools.visits })
      }
      if (answer.body instanceof TextStream && operation.auth === 'operator') {
        const { contentType, chunks } = answer.body
        const check = async () =>
          checkScope(operation, await identify(served, operation, { request, rawBag }))
        answer.body = new TextStream(contentType, whileAllowed(chunks, check))
      }
      return sendAnswer(operation, answer, reply.headers(headers), tools)
    },
  })
}

function limitAddress(name: TrafficLimit, request: FastifyRequest, tools: RouteTools): void {
  if (tools.limiters !== undefined) checkTurn(tools.limiters[name].take(request.ip))
}

type Turn = ReturnType<Limiter['take']>

function checkTurn(turn: Turn): void {
  if (turn.allowed) return
  throw new Fault('rate-limited', {
    detail: `too many requests: wait ${Math.ceil(turn.retryAfterSeconds)} s`,
    retryAfterSeconds: turn.retryAfterSeconds,
  })
}

/** draft-ietf-httpapi-ratelimit-headers: the quota is the burst, its window the time that fills it again. */
function rateHeaders({ burst, windowSeconds }: Limiter, turn: Turn) {
  const wait = turn.allowed ? Math.ceil(windowSeconds * (1 - turn.remaining / burst)) : turn.retryAfterSeconds
  return {
    'ratelimit-policy': `"key";q=${burst};w=${windowSeconds}`,
    ratelimit: `"key";r=${turn.remaining};t=${wait}`,
  }
}

async function identify(
  served: ServedApi,
  operation: Operation,
  { request, rawBag }: { request: FastifyRequest; rawBag: Bag | undefined },
): Promise<Principal> {
  const principal = await served.authenticate?.((header) => readHeader(request, header), rawBag ?? {}, {
    operation,
    queryNames: Object.keys(request.query as object),
  })
  if (principal === undefined) throw new Fault('unauthenticated')
  return principal
}

/** A session may end while a slow client still reads: nothing more is made for it then. */
async function* whileAllowed(
  chunks: AsyncIterable<string>,
  check: () => Promise<void>,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isFirst) await check()
    isFirst = false
    yield chunk
  }
}

async function authenticate(
  served: ServedApi,
  operation: Operation,
  { request, reply, rawBag }: { request: FastifyRequest; reply: FastifyReply; rawBag: Bag | undefined },
  tools: RouteTools,
): Promise<Principal> {
  const principal = await identify(served, operation, { request, rawBag })
  if (tools.limiters !== undefined) {
    const { keys } = tools.limiters
    const turn = keys.take(principal.keyId)
    if (served.api.tellsRate) reply.headers(rateHeaders(keys, turn))
    checkTurn(turn)
  }
  checkScope(operation, principal)
  return principal
}

function checkScope({ scope, orScope, everywhere }: Operation, { scopes, operator }: Principal): void {
  if (everywhere && operator?.everywhere !== true)
    throw new Fault('forbidden', { detail: 'this is for operators who are bound to no organisation' })
  if (scope === undefined || scopes.includes(scope)) return
  if (orScope !== undefined && scopes.includes(orScope)) return
  const who = operator === undefined ? 'this key' : `the role ${operator.role}`
  throw new Fault('forbidden', { detail: `${who} lacks the scope ${scope}` })
}

function sendAnswer(
  operation: Operation,
  answer: Answer,
  reply: FastifyReply,
  tools: RouteTools,
): FastifyReply {
  const format = operation.answers[answer.status]
  if (format === undefined) throw new Error(`the row does not declare the answer ${answer.status}`)
  reply.code(answer.status)
  if (answer.headers !== undefined) reply.headers(answer.headers)
  const body: unknown = answer.body
  if (body instanceof TextStream) {
    // A chunk is a large text: sixteen of them would wait for a slow reader otherwise.
    const chunks = Readable.from(body.chunks, { highWaterMark: 1 })
    return reply.header('content-type', body.contentType).send(chunks)
  }
  if (format.contentType === undefined) return reply.send()
  if (body instanceof Uint8Array) return reply.send(body)
  if (answer.headers?.['content-type'] !== undefined && body instanceof Serialized)
    return reply.send(body.text)
  reply.header('content-type', format.contentType)
  if (format.schema === undefined) return reply.send(body instanceof Serialized ? body.text : body)
  if (tools.strict) checkAnswer(format.schema, body)
  return reply.send(body instanceof Serialized ? body.text : serialize(format.schema, body))
}

function checkAnswer(schema: TSchema, body: unknown): void {
  const errors = findErrors(schema, body instanceof Serialized ? JSON.parse(body.text) : body, '/answer')
  if (errors.length > 0) throw new Error(`the answer breaks its schema: ${JSON.stringify(errors)}`)
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
