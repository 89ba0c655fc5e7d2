import type { TSchema } from 'typebox'
import type { Bag } from './bag.ts'
import type { Answer, Handlers, Operation, OperationTable, Principal, Request } from './operation.ts'
import type { FaultNames, Problem, ProblemTable } from './problem.ts'

export type EncodedProblem = {
  contentType: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The parts of a request that the encoding of an error may depend on. */
type ProblemRequest = {
  accept: string | undefined
  /** The path as its operation declares it: `/eventdata/events/{eventId}`. */
  template: string
  /** The path as the client sent it, without the query. */
  path: string
}

/** One API: its operations, its errors and how errors are encoded. */
export type Api = {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** The path below the server's URL: `/issuer`. */
  readonly basePath: string
  /** The URL at which clients reach it. */
  readonly url: string
  readonly operations: OperationTable
  /** A description of each tag, for the API documents. */
  readonly tags?: Readonly<Record<string, string>>
  readonly problems: ProblemTable
  readonly faults: FaultNames<ProblemTable>
  /** The schema of an encoded error, for the API documents. */
  readonly problemSchema: TSchema
  /** The media types of encoded errors. */
  readonly problemTypes: readonly string[]
  encodeProblem(problem: Problem, request: ProblemRequest): EncodedProblem
  /** The header that contains an API key. */
  readonly keyHeader: string | undefined
  /** Pages of any origin may call it, without credentials. */
  readonly openToAllOrigins: boolean
  /** The only origin whose pages may call it or read its API document. */
  readonly onlyFrom?: string
  /** Tells callers with an API key how much of their rate limit is left (`RateLimit`, `RateLimit-Policy`). */
  readonly tellsRate?: boolean
  /** Headers sent with every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Authenticate = (
  header: (name: string) => string | undefined,
  bag: Bag,
  asked: {
    readonly operation: Operation
    /** The names in the query, before validation. */
    readonly queryNames: readonly string[]
  },
) => Promise<Principal | undefined>

/** An API with one handler per operation. */
export type ServedApi = {
  readonly api: Api
  readonly handlers: Readonly<Record<string, (request: Request) => Promise<Answer> | Answer>>
  /** Finds the owner of the API key or session in a request, for operations that need one. */
  readonly authenticate: Authenticate | undefined
}

export function serveApi<T extends OperationTable>(
  api: Api & { readonly operations: T },
  handlers: Handlers<T>,
  authenticate?: Authenticate,
): ServedApi {
  return { api, handlers: handlers as unknown as ServedApi['handlers'], authenticate }
}
