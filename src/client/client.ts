import type {
  Answer,
  Body,
  Operation,
  OperationTable,
  Params,
  Query,
  Serialized,
} from '../kernel/contract/operation.ts'

type Place<Name extends string, Schema, Value> = Schema extends object
  ? { [N in Name]: Value }
  : { [N in Name]?: never }

/** Callers may omit the query when none of its members is required. */
type QueryPlace<O extends Operation> = O['query'] extends object
  ? Partial<Query<O>> extends Query<O>
    ? { query?: Query<O> }
    : { query: Query<O> }
  : { query?: never }

/** Callers may omit the body when the operation does not require one. */
type BodyPlace<O extends Operation> = O['body'] extends object
  ? undefined extends Body<O>
    ? { body?: Body<O> }
    : { body: Body<O> }
  : { body?: never }

export type CallInput<O extends Operation> = Place<'params', O['params'], Params<O>> &
  QueryPlace<O> &
  BodyPlace<O> & { headers?: Readonly<Record<string, string>>; signal?: AbortSignal }

export type CallAnswer<O extends Operation> =
  Answer<O> extends infer A
    ? A extends { status: infer S; body?: infer B }
      ? { status: S; headers: Headers; body: O['method'] extends 'HEAD' ? undefined : Exclude<B, Serialized> }
      : never
    : never

export type Client<T extends OperationTable> = {
  readonly [K in keyof T]: (input: CallInput<T[K]>) => Promise<CallAnswer<T[K]>>
}

/** A refusal: `body` is the problem in the API's own shape. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Headers
  readonly body: unknown

  constructor(status: number, headers: Headers, body: unknown) {
    super(`refused with ${status}`)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export type ClientOptions = {
  /** The API's base address: `http://localhost:4000/issuer`. */
  url: string
  headers?: Readonly<Record<string, string>>
  fetch?: typeof fetch
}

/** Creates a client with one typed method per row of the operation table. */
export function createClient<T extends OperationTable>(operations: T, options: ClientOptions): Client<T> {
  const calls = Object.entries(operations).map(([name, operation]) => [
    name,
    (input: LooseInput) => call(operation, input, options),
  ])
  return Object.fromEntries(calls) as Client<T>
}

type LooseInput = {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

async function call(operation: Operation, input: LooseInput, options: ClientOptions) {
  const send = options.fetch ?? fetch
  const written = input.body === undefined ? undefined : writeBody(operation, input.body)
  const type = written === undefined ? {} : { 'content-type': written.type }
  const response = await send(options.url + pathOf(operation, input) + queryOf(input), {
    method: operation.method,
    headers: { ...type, ...options.headers, ...input.headers },
    redirect: 'error',
    ...(written === undefined ? {} : { body: written.text }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  })
  const body = await readAnswer(response)
  if (operation.answers[response.status] === undefined)
    throw new Refusal(response.status, response.headers, body)
  return { status: response.status, headers: response.headers, body }
}

function pathOf(operation: Operation, input: LooseInput): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    segmentOf(name, input.params?.[name]),
  )
}

/** Refuses dots and empty values: a URL drops such segments, even encoded ones, and the call would reach another path. */
function segmentOf(name: string, value: unknown): string {
  const segment = encodeURIComponent(String(value))
  if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} cannot stand in a path`)
  return segment
}

function queryOf({ query }: LooseInput): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** For rows whose body is a token or JSON, the caller passes `{ jwt }` or `{ json }`. */
function writeBody({ body: format }: Operation, body: unknown): { type: string; text: string } {
  if (format?.kind === 'jwt') return { type: 'application/jwt', text: String(body) }
  if (format?.kind !== 'jwt-or-json')
    return { type: format?.contentTypes[0] ?? 'application/json', text: JSON.stringify(body) }
  const { jwt, json } = body as { jwt?: string; json?: unknown }
  return jwt === undefined
    ? { type: 'application/json', text: JSON.stringify(json) }
    : { type: 'application/jwt', text: jwt }
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/^image\/(?!svg)/.test(type)) return new Uint8Array(await response.arrayBuffer())
  const text = await response.text()
  if (text === '') return undefined
  return /[/+]json\b/.test(type) ? JSON.parse(text) : text
}
