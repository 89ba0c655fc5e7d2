import type { Static, TObject, TSchema } from 'typebox'
import type { ProblemTable } from './problem.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone; anyone who signs the body; the owner of an API key; a signed-in operator. */
export type Auth = 'public' | 'signed' | 'api-key' | 'operator'

/** The format of a request body; the server has a reader for each kind. */
export type BodyKind = 'json' | 'jwt' | 'jwt-or-json'

export type BodyFormat<T = unknown> = {
  kind: BodyKind
  /** '' means a body without a content type. */
  contentTypes: readonly string[]
  maxBytes: number
  /** How deeply JSON may be nested before it is refused; 20 by default. */
  maxDepth?: number
  required: boolean
  schema: TSchema
  /** Never set: it only carries the body's type. */
  readonly body?: T
}

export type AnswerFormat<T = unknown> = {
  contentType: string | undefined
  /** Other types that the caller may request with `Accept`. */
  otherTypes?: readonly string[]
  schema: TSchema | undefined
  description: string
  headers: Readonly<Record<string, string>>
  /** Never set: it only carries the body's type. */
  readonly body?: T
}

/**
 * Limits requests per client address. Counted in memory, since it limits traffic and is no security check. The limit
 * is a setting.
 */
export type TrafficLimit = 'registrations' | 'open-jobs'

export type Operation = {
  method: Method
  /** The path below the API's base path, with parameters in braces: `/key/{PK}`. */
  path: string
  summary: string
  description?: string
  tag: string
  /**
   * The operation that the API documents describe instead: the same one, at a path that OpenAPI cannot tell from
   * another.
   */
  aliasOf?: string
  auth: Auth
  scope?: string
  /** An API key with this scope may call it too. */
  orScope?: string
  /** About the whole server: only for operators who are not limited to one organisation. */
  everywhere?: true
  /** If the request names no organisation, it is about all that the operator has access to. */
  orAll?: true
  /** The answer holds a secret, so it is never compressed: its compressed length would tell about its contents (BREACH). */
  secret?: true
  limit?: TrafficLimit
  params?: TObject
  query?: TObject
  /** Request headers that the operation reads, for the API documents. */
  headers?: Readonly<Record<string, string>>
  body?: BodyFormat
  /** Parameters from both query and body, in any format; unknown ones are ignored. Replaces `query` and `body`. */
  bag?: TObject
  answers: Readonly<Record<number, AnswerFormat>>
  /** Error codes of its own, in addition to those that any request of its kind can cause. */
  problems?: readonly string[]
}

/** The single description of an API, from which routes, types, validation, documents and the client derive. */
export type OperationTable<P extends ProblemTable = ProblemTable> = Readonly<
  Record<string, Operation & { problems?: readonly (keyof P & string)[] }>
>

type Rows = Readonly<Record<string, Partial<Operation>>>
type NoOtherMembers<T extends Rows> = {
  readonly [K in keyof T]: { readonly [M in Exclude<keyof T[K], keyof Operation>]: never }
}

/** Adds the members that all rows of a group have in common. If a row has such a member too, its own counts. */
export function rowsOf<const S extends Partial<Operation>, const T extends Rows>(
  shared: S,
  rows: T & NoOtherMembers<T>,
) {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...shared, ...row }])
  return Object.fromEntries(entries) as { readonly [K in keyof T]: Omit<S, keyof T[K]> & T[K] }
}

type StaticOf<S> = S extends TSchema ? Static<S> : Readonly<Record<string, never>>
type BodyOf<B> = B extends BodyFormat<infer T> ? T : undefined
type AnswerBody<F> = F extends AnswerFormat<infer T> ? T : never

export type Params<O extends Operation> = StaticOf<O['params']>
export type Query<O extends Operation> = StaticOf<O['query']>
export type Body<O extends Operation> = BodyOf<O['body']>
type BagOf<O extends Operation> = StaticOf<O['bag']>

export type StreamEvent = { event: string; data: unknown }

/** Server-sent events: `open` starts sending and returns a function that stops it. */
export class EventStream {
  readonly open: (send: (event: StreamEvent) => void, end: () => void) => () => void
  constructor(open: EventStream['open']) {
    this.open = open
  }
}

/** Text of any length and type, produced and sent as fast as the client reads it. */
export class TextStream {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
  constructor(contentType: string, chunks: AsyncIterable<string>) {
    this.contentType = contentType
    this.chunks = chunks
  }
}

/** Text that is already serialised, for responses cached in memory. */
export class Serialized {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HeaderValues = Readonly<Record<string, string>>
export type Answer<O extends Operation = Operation> = {
  [S in keyof O['answers'] & number]: AnswerBody<O['answers'][S]> extends undefined
    ? { status: S; headers?: HeaderValues; body?: undefined }
    : { status: S; headers?: HeaderValues; body: AnswerBody<O['answers'][S]> | Serialized }
}[keyof O['answers'] & number]

/** The application or operator that a request is made for. */
export type Principal = {
  /** The ID of the API key, or of the operator's session. */
  keyId: string
  organisationId: string
  applicationId: string | undefined
  scopes: readonly string[]
  /** `everywhere` gives access to every organisation and to the server itself. */
  operator?: { readonly id: string; readonly role: string; readonly everywhere: boolean }
}

export type Request<O extends Operation = Operation> = {
  params: Params<O>
  query: Query<O>
  body: Body<O>
  bag: BagOf<O>
  header(name: string): string | undefined
  /** The client's network address; taken from a trusted proxy if one is configured. */
  address: string
  principal: O['auth'] extends 'api-key' | 'operator' ? Principal : undefined
  /** Aborted when the client disconnects or the server stops. */
  signal: AbortSignal
  /** Counts the request against the caller's address; throws if the limit is reached. */
  limit(name: TrafficLimit): void
  /**
   * Holds the request until it is woken, the client disconnects, the server stops, or the time is up: after the
   * caller's wait, or as soon as what it waits for has expired.
   */
  hold(subscribe: (wake: () => void) => () => void, waitMs: number, leftMs: number): Promise<void>
}

type Handler<O extends Operation> = (request: Request<O>) => Promise<Answer<O>> | Answer<O>

/** One handler per operation: a missing or an additional one does not compile. */
export type Handlers<T extends OperationTable> = { readonly [K in keyof T]: Handler<T[K]> }

type AnswerNotes = { headers?: HeaderValues }
type AnswerDetails = AnswerNotes & { schema?: TSchema; otherTypes?: readonly string[] }

function answerFormat<T>(
  contentType: string | undefined,
  description: string,
  details: AnswerDetails = {},
): AnswerFormat<T> {
  return { contentType, schema: undefined, description, headers: {}, ...details }
}

export function json<S extends TSchema>(schema: S, description: string, notes: AnswerNotes = {}) {
  return { ...answerFormat<Static<S>>('application/json', description, notes), schema }
}

export function text(contentType: string, description: string, notes: AnswerNotes = {}) {
  return answerFormat<string>(contentType, description, notes)
}

/** Bytes of one of several types; the response's `content-type` says which. */
export function bytes([contentType, ...otherTypes]: readonly string[], description: string) {
  return answerFormat<Uint8Array>(contentType, description, { otherTypes })
}

export function empty(description: string, notes: AnswerNotes = {}) {
  return answerFormat<undefined>(undefined, description, notes)
}

/** JSON or server-sent events, depending on the caller's `Accept`. */
export function jsonOrEvents<S extends TSchema>(schema: S, description: string) {
  return answerFormat<Static<S> | EventStream>('application/json', description, { schema })
}

/** JSON or a stream of text, depending on the caller's `Accept`. */
export function jsonOrText<S extends TSchema>(
  schema: S,
  description: string,
  notes: AnswerNotes & { otherTypes: readonly string[] },
) {
  return answerFormat<Static<S> | TextStream>('application/json', description, { ...notes, schema })
}

/** Text of any length, with the content type that the stream names. */
export function textStream(contentType: string, description: string, notes: AnswerNotes = {}) {
  return answerFormat<TextStream>(contentType, description, notes)
}

export function eventStream(description: string) {
  return answerFormat<EventStream>('text/event-stream', description)
}
