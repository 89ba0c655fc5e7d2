import type { Static, TObject, TSchema } from 'typebox'
import type { ProblemTable } from './problem.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone; whoever signs the body; whoever holds an API key; an operator who has signed in. */
export type Auth = 'public' | 'signed' | 'api-key' | 'operator'

/** How a request body is written; the server has a reader for each kind. */
export type BodyKind = 'json' | 'jwt' | 'jwt-or-json'

export type BodyFormat<T = unknown> = {
  kind: BodyKind
  /** '' stands for a body without a type. */
  contentTypes: readonly string[]
  maxBytes: number
  /** How deep JSON may nest before nobody looks at it; 20 where it is left out. */
  maxDepth?: number
  required: boolean
  schema: TSchema
  /** Carries the body's type; never set. */
  readonly body?: T
}

export type AnswerFormat<T = unknown> = {
  contentType: string | undefined
  /** Other types that the caller may ask for by `Accept`. */
  otherTypes?: readonly string[]
  schema: TSchema | undefined
  description: string
  headers: Readonly<Record<string, string>>
  /** Carries the body's type; never set. */
  readonly body?: T
}

/** Requests of one address, counted in memory: traffic, not a security decision. The setting holds the number. */
export type TrafficLimit = 'registrations' | 'open-jobs'

export type Operation = {
  method: Method
  /** Under the API's base path, parameters in braces: `/key/{PK}`. */
  path: string
  summary: string
  description?: string
  tag: string
  /** The row that documents describe in its place: the same operation at a path that they cannot tell from another. */
  aliasOf?: string
  auth: Auth
  scope?: string
  /** A key with this scope may call too. */
  orScope?: string
  /** About the whole server: for operators who are bound to no organisation. */
  everywhere?: true
  /** Where no organisation is named, it is about all that the operator reaches. */
  orAll?: true
  limit?: TrafficLimit
  params?: TObject
  query?: TObject
  /** Request headers that the operation reads, for the documents. */
  headers?: Readonly<Record<string, string>>
  body?: BodyFormat
  /** Parameters from query and body alike, in whatever form; others are ignored. Instead of `query` and `body`. */
  bag?: TObject
  answers: Readonly<Record<number, AnswerFormat>>
  problems: readonly string[]
}

/** The one description of an API: routes, types, validation, documents and the client derive from it. */
export type OperationTable<P extends ProblemTable = ProblemTable> = Readonly<
  Record<string, Operation & { problems: readonly (keyof P & string)[] }>
>

type StaticOf<S> = S extends TSchema ? Static<S> : Readonly<Record<string, never>>
type BodyOf<B> = B extends BodyFormat<infer T> ? T : undefined
type AnswerBody<F> = F extends AnswerFormat<infer T> ? T : never

export type Params<O extends Operation> = StaticOf<O['params']>
export type Query<O extends Operation> = StaticOf<O['query']>
export type Body<O extends Operation> = BodyOf<O['body']>
type BagOf<O extends Operation> = StaticOf<O['bag']>

export type StreamEvent = { event: string; data: unknown }

/** Server-sent events: `open` starts to send and gives the way to stop. */
export class EventStream {
  readonly open: (send: (event: StreamEvent) => void, end: () => void) => () => void
  constructor(open: EventStream['open']) {
    this.open = open
  }
}

/** Text of any length in whatever type, made and sent as fast as the client reads it. */
export class TextStream {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
  constructor(contentType: string, chunks: AsyncIterable<string>) {
    this.contentType = contentType
    this.chunks = chunks
  }
}

/** Already serialised text, for answers that are kept in memory. */
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

/** Who an API key speaks for, or an operator. */
export type Principal = {
  /** Of the key, or of the operator's session. */
  keyId: string
  organisationId: string
  applicationId: string | undefined
  scopes: readonly string[]
  /** `everywhere` reaches every organisation, and the server itself. */
  operator?: { readonly id: string; readonly role: string; readonly everywhere: boolean }
}

export type Request<O extends Operation = Operation> = {
  params: Params<O>
  query: Query<O>
  body: Body<O>
  bag: BagOf<O>
  header(name: string): string | undefined
  /** The client's network address, through a trusted proxy if one is set. */
  address: string
  principal: O['auth'] extends 'api-key' | 'operator' ? Principal : undefined
  /** Aborted when the client goes away or the server stops. */
  signal: AbortSignal
  /** Counts against the caller's address; throws where it has had its turns. */
  limit(name: TrafficLimit): void
  /** Holds the request until it is woken, the time is over, the client goes away or the server stops. */
  hold(subscribe: (wake: () => void) => () => void, timeoutMs: number): Promise<void>
}

type Handler<O extends Operation> = (request: Request<O>) => Promise<Answer<O>> | Answer<O>

/** One handler a row: a missing or a surplus one does not compile. */
export type Handlers<T extends OperationTable> = { readonly [K in keyof T]: Handler<T[K]> }

type AnswerNotes = { headers?: HeaderValues }

export function json<S extends TSchema>(schema: S, description: string, notes: AnswerNotes = {}) {
  const format: AnswerFormat<Static<S>> & { schema: S } = {
    contentType: 'application/json',
    schema,
    description,
    headers: {},
    ...notes,
  }
  return format
}

export function text(contentType: string, description: string, notes: AnswerNotes = {}) {
  const format: AnswerFormat<string> = { contentType, schema: undefined, description, headers: {}, ...notes }
  return format
}

/** Bytes of one of several types; the answer's `content-type` says which. */
export function bytes([contentType, ...otherTypes]: readonly string[], description: string) {
  const format: AnswerFormat<Uint8Array> = {
    contentType,
    otherTypes,
    schema: undefined,
    description,
    headers: {},
  }
  return format
}

export function empty(description: string, notes: AnswerNotes = {}) {
  const format: AnswerFormat<undefined> = {
    contentType: undefined,
    schema: undefined,
    description,
    headers: {},
    ...notes,
  }
  return format
}

/** One or the other, as the caller's `Accept` has it. */
export function jsonOrEvents<S extends TSchema>(schema: S, description: string) {
  const format: AnswerFormat<Static<S> | EventStream> = {
    contentType: 'application/json',
    schema,
    description,
    headers: {},
  }
  return format
}

/** One or another, as the caller's `Accept` has it: the others are streams of text. */
export function jsonOrText<S extends TSchema>(
  schema: S,
  description: string,
  { otherTypes, ...notes }: AnswerNotes & { otherTypes: readonly string[] },
) {
  const format: AnswerFormat<Static<S> | TextStream> = {
    contentType: 'application/json',
    otherTypes,
    schema,
    description,
    headers: {},
    ...notes,
  }
  return format
}

/** Text of any length, in the type that the stream names. */
export function textStream(contentType: string, description: string, notes: AnswerNotes = {}) {
  const format: AnswerFormat<TextStream> = {
    contentType,
    schema: undefined,
    description,
    headers: {},
    ...notes,
  }
  return format
}

export function eventStream(description: string) {
  const format: AnswerFormat<EventStream> = {
    contentType: 'text/event-stream',
    schema: undefined,
    description,
    headers: {},
  }
  return format
}
