import type { Api } from '../../kernel/contract/api.ts'
import type { OperationTable, Principal } from '../../kernel/contract/operation.ts'
import { nameFaults, type ProblemTable, problemsOf, row } from '../../kernel/contract/problem.ts'
import { commonProblems, problemJson } from '../../kernel/contract/problem-json.ts'

const consoleProblems = {
  ...commonProblems,
  unauthenticated: row(401, 'Not signed in', 'Sign in to the console.'),
  forbidden: row(403, 'Forbidden', 'Your role does not allow this.'),
  conflict: row(409, 'Conflict', 'The record is in a state that does not allow this.'),
  'in-use': row(409, 'In use', 'Something else refers to it.'),
  'version-changed': row(412, 'Changed meanwhile', 'Somebody has changed the record: read it again.'),
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
    ...problemJson,
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
