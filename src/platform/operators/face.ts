import type { Api } from '../../kernel/contract/api.ts'
import type { OperationTable, Principal } from '../../kernel/contract/operation.ts'
import { nameFaults, type ProblemTable, problemsOf } from '../../kernel/contract/problem.ts'
import { encodeProblemJson, problemJsonSchema } from '../../kernel/contract/problem-json.ts'

const consoleProblems = {
  malformed: row(400, 'Bad request', 'The request cannot be read.'),
  'invalid-parameter': row(400, 'Bad parameter', 'A parameter of the query or the path is not valid.'),
  unauthenticated: row(401, 'Not signed in', 'Sign in to the console.'),
  forbidden: row(403, 'Forbidden', 'Your role does not allow this.'),
  'not-found': row(404, 'Not found', 'There is no such record.'),
  'unknown-path': row(404, 'Not found', 'There is nothing at this path.'),
  'wrong-method': row(405, 'Method not allowed', 'This path does not take this method.'),
  'too-slow': row(408, 'Request time-out', 'The request took too long to arrive.'),
  conflict: row(409, 'Conflict', 'The record is in a state that does not allow this.'),
  'name-taken': row(409, 'Name taken', 'Another one has this name.'),
  'in-use': row(409, 'In use', 'Something else refers to it.'),
  'version-changed': row(412, 'Changed meanwhile', 'Somebody has changed the record: read it again.'),
  'too-large': row(413, 'Content too large', 'The body is larger than this path takes.'),
  'unsupported-type': row(415, 'Unsupported media type', 'Send the body as application/json.'),
  invalid: row(422, 'Not valid', 'Members of the body are not valid.'),
  'rate-limited': row(429, 'Too many requests', 'Wait as long as Retry-After says.'),
  'headers-too-large': row(431, 'Request header fields too large', 'Send fewer or shorter headers.'),
  internal: row(500, 'Internal server error', 'The server failed. The operator finds the cause in the log.'),
  busy: row(503, 'Service unavailable', 'Try again as Retry-After says.'),
} as const

export const consoleProblem = problemsOf(consoleProblems)

const faults = nameFaults(consoleProblems, {
  'method-not-allowed': 'wrong-method',
})

type Part<T extends OperationTable> = Pick<Api, 'name' | 'title' | 'summary' | 'basePath' | 'url'> & {
  operations: T
  /** Problems in addition to those that all parts of the console's API have. */
  problems?: ProblemTable
}

/** A part of the console's API: only the console's pages may call it, as the signed-in operator. */
export function consoleApi<T extends OperationTable>({
  problems = {},
  ...part
}: Part<T>): Api & { operations: T } {
  return {
    ...part,
    problems: { ...problems, ...consoleProblems },
    faults,
    problemSchema: problemJsonSchema,
    problemTypes: ['application/problem+json'],
    encodeProblem: encodeProblemJson,
    keyHeader: undefined,
    openToAllOrigins: false,
    onlyFrom: new URL(part.url).origin,
  }
}

/** Serves a service's API a second time below the console's: a session replaces the API key. */
export function consoleMount<T extends OperationTable>(
  api: Api & { operations: T },
  place: Pick<Api, 'name' | 'basePath' | 'url'>,
): Api & { operations: T } {
  const rows = Object.entries(api.operations).map(([name, row]) => [name, { ...row, auth: 'operator' }])
  const operations = Object.fromEntries(rows) as T
  return consoleApi({ ...api, ...place, operations })
}

/** The actor that audit entries and histories show. */
export function actorOf({ keyId, operator }: Principal): string {
  return operator === undefined ? `api-key:${keyId}` : `operator:${operator.id}`
}

function row(status: number, title: string, detail: string) {
  return { status, title, detail }
}
