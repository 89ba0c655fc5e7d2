import type { FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import { type Bag, mergeBags, parseBagBody, parseForm, readBag } from '../../kernel/contract/bag.ts'
import { readBody } from '../../kernel/contract/body-readers.ts'
import type { Operation, Principal, Request, TrafficLimit } from '../../kernel/contract/operation.ts'
import { check, readTexts } from '../../kernel/contract/validate.ts'
import { redact } from '../../kernel/text/redact.ts'
import { holdRequest } from './hold.ts'
import type { Visits } from './visits.ts'

const nothing = Object.freeze({})

type InputTools = {
  rawBag: Bag | undefined
  principal: Principal | undefined
  visits: Visits
  limit: (name: TrafficLimit) => void
}

/** Reads and validates a request's input. Anything that the operation does not name is refused. */
export function readInput(
  operation: Operation,
  request: FastifyRequest,
  { principal, visits, limit, rawBag }: InputTools,
): Request {
  const { body, query, bag } = readParameters(operation, request, rawBag)
  const params = readPlace(operation.params, request.params, '/params')
  // Handlers take these two functions out of the request and call them alone. Created in the constructor they would
  // keep every request alive until a full garbage collection (seen on Node 20), which makes each a third more
  // expensive.
  const header = (name: string) => readHeader(request, name)
  const hold: Request['hold'] = (subscribe, waitMs, leftMs) =>
    holdRequest(visits, request.raw, { subscribe, waitMs, leftMs })
  const parts = { params, query, body, bag: bag as object, principal, limit, header, hold }
  return new Input(request, visits, parts) as Request
}

type InputParts = { params: object; query: object; body: unknown; bag: object } & Pick<
  Request,
  'header' | 'hold'
> &
  Pick<InputTools, 'principal' | 'limit'>

/** A class, because creating an object literal with a getter for every request is slow. */
class Input {
  readonly params: object
  readonly query: object
  readonly body: unknown
  readonly bag: object
  readonly principal: Principal | undefined
  readonly limit: (name: TrafficLimit) => void
  readonly header: (name: string) => string | undefined
  readonly hold: Request['hold']
  readonly #request: FastifyRequest
  readonly #visits: Visits

  constructor(request: FastifyRequest, visits: Visits, parts: InputParts) {
    this.params = parts.params
    this.query = parts.query
    this.body = parts.body
    this.bag = parts.bag
    this.principal = parts.principal
    this.limit = parts.limit
    this.header = parts.header
    this.hold = parts.hold
    this.#request = request
    this.#visits = visits
  }

  get address(): string {
    return this.#request.ip
  }

  get signal(): AbortSignal {
    return this.#visits.signalOf(this.#request.raw)
  }
}

/** Everything but the path: combined parameters, or query and body separately. */
function readParameters(operation: Operation, request: FastifyRequest, rawBag: Bag | undefined) {
  if (operation.bag === undefined || rawBag === undefined) {
    checkEncoding(request.raw.url ?? '')
    return {
      body: readBytes(operation, request),
      query: readPlace(operation.query, request.query, '/query'),
      bag: nothing,
    }
  }
  const bag = readBag(operation.bag, rawBag)
  check(operation.bag, bag, '')
  return { body: undefined, query: nothing, bag }
}

/** The parser of the query leaves malformed percent-encoding as it is, so that it would be taken for a value. */
function checkEncoding(url: string): void {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return
  try {
    decodeURIComponent(url.slice(start))
  } catch {
    throw new Fault('malformed', { detail: 'the query contains malformed percent-encoding' })
  }
}

/** Query and body combined, before validation; undefined if the operation has no combined parameters. */
export function readRawBag(operation: Operation, request: FastifyRequest): Bag | undefined {
  if (operation.bag === undefined) return undefined
  const bytes = request.body as Buffer | undefined
  const hasBody = bytes !== undefined && bytes.length > 0
  if (hasBody) refuseEncoding(request)
  const { url = '' } = request.raw
  const start = url.indexOf('?')
  const query = parseForm(start < 0 ? '' : url.slice(start + 1))
  if (!hasBody) return query
  return mergeBags(query, parseBagBody(bytes, request.headers['content-type'] ?? ''))
}

export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function readBytes(operation: Operation, request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined
  if (bytes !== undefined && bytes.length > 0) refuseEncoding(request)
  if (operation.body !== undefined) return readBody(operation.body, bytes, request.headers['content-type'])
  if (bytes === undefined || bytes.length === 0) return undefined
  throw new Fault('malformed', { detail: 'this operation takes no body' })
}

function readPlace(schema: Operation['params'], texts: unknown, at: string): object {
  for (const name in texts as object) {
    if (schema === undefined) throw refuseText(at, name, 'unknown-member', 'is not known here')
    // PostgreSQL cannot store this character.
    if (String((texts as Record<string, unknown>)[name]).includes('\0')) {
      throw refuseText(at, name, 'nul', 'cannot contain the NUL character')
    }
  }
  if (schema === undefined) return nothing
  const values = readTexts(schema, texts as Record<string, unknown>)
  check(schema, values, at, 'invalid-parameter')
  return values
}

function refuseText(at: string, name: string, code: string, message: string): Fault {
  const pointer = `${at}/${name.slice(0, 40)}`
  return new Fault('invalid-parameter', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code, message }],
  })
}

/** Refuses compressed bodies, which could be decompression bombs. */
function refuseEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Fault('unsupported-type', { detail: 'send the body without Content-Encoding' })
  }
}

/** The input for a log line: only values that the operation's schemas allow to be shown. */
export function redactInput(operation: Operation, input: Request): object {
  const { params, query, body } = operation
  return {
    ...(params === undefined ? {} : { params: redact(params, input.params) }),
    ...(query === undefined ? {} : { query: redact(query, input.query) }),
    ...(body?.kind === 'json' ? { body: redact(body.schema, input.body) } : {}),
  }
}
