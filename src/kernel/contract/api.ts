import type { TSchema } from 'typebox'
import type { Bag } from './bag.ts'
import type { Answer, Handlers, Operation, OperationTable, Principal, Request } from './operation.ts'
import type { FaultNames, Problem, ProblemTable } from './problem.ts'

export type EncodedProblem = {
  contentType: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What a wire shape may depend on. */
export type ProblemRequest = { accept: string | undefined; instance: string }

/** One API: its table, its words for what goes wrong, and its wire shape for that. */
export type Api = {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Under the main address: `/issuer`. */
  readonly basePath: string
  /** Where clients reach it. */
  readonly url: string
  readonly operations: OperationTable
  /** What each tag of the rows groups, for the documents. */
  readonly tags?: Readonly<Record<string, string>>
  readonly problems: ProblemTable
  readonly faults: FaultNames<ProblemTable>
  /** The wire shape of a problem, for the documents. */
  readonly problemSchema: TSchema
  /** The media types that it is written in. */
  readonly problemTypes: readonly string[]
  encodeProblem(problem: Problem, request: ProblemRequest): EncodedProblem
  /** The header that carries an API key. */
  readonly keyHeader: string | undefined
  /** Any origin may call it from a browser, without credentials. */
  readonly openToAllOrigins: boolean
  /** The one origin whose pages may call it; nobody else reads its document either. */
  readonly onlyFrom?: string
  /** Tells callers with a key how much of their rate is left (`RateLimit`, `RateLimit-Policy`). */
  readonly tellsRate?: boolean
  /** On every answer, whatever it is. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Authenticate = (
  header: (name: string) => string | undefined,
  bag: Bag,
  asked: {
    readonly operation: Operation
    /** Names in the query, before anyone has judged them. */
    readonly queryNames: readonly string[]
  },
) => Promise<Principal | undefined>

/** An API with one handler a row. */
export type ServedApi = {
  readonly api: Api
  readonly handlers: Readonly<Record<string, (request: Request) => Promise<Answer> | Answer>>
  /** Finds who holds the key or the session that a request carries, for rows that ask for one. */
  readonly authenticate: Authenticate | undefined
}

export function serveApi<T extends OperationTable>(
  api: Api & { readonly operations: T },
  handlers: Handlers<T>,
  authenticate?: Authenticate,
): ServedApi {
  return { api, handlers: handlers as unknown as ServedApi['handlers'], authenticate }
}
