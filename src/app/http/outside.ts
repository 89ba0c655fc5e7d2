import type { Api } from '../../kernel/contract/api.ts'
import { nameFaults } from '../../kernel/contract/problem.ts'
import { encodeProblemJson, problemJsonSchema } from '../../kernel/contract/problem-json.ts'

const problems = {
  malformed: row(400, 'Bad request', 'The request cannot be read.'),
  unauthenticated: row(401, 'Unauthorized', 'This needs a key.'),
  forbidden: row(403, 'Forbidden', 'This is not for the one who asks.'),
  'unknown-path': row(404, 'Not found', 'There is nothing at this path.'),
  'wrong-method': row(405, 'Method not allowed', 'This path does not take this method.'),
  'too-slow': row(408, 'Request time-out', 'The request took too long to arrive.'),
  'too-large': row(413, 'Content too large', 'The body is larger than this path takes.'),
  'unsupported-type': row(415, 'Unsupported media type', 'This path does not take such a body.'),
  'rate-limited': row(429, 'Too many requests', 'Wait as long as Retry-After says.'),
  'headers-too-large': row(431, 'Request header fields too large', 'Send fewer or shorter headers.'),
  internal: row(500, 'Internal server error', 'The server failed. The operator finds the cause in the log.'),
  busy: row(503, 'Service unavailable', 'Try again as Retry-After says.'),
} as const

const faults = nameFaults(problems, {
  invalid: 'malformed',
  'invalid-parameter': 'malformed',
  'method-not-allowed': 'wrong-method',
})

/** The API that a path belongs to; other paths get a placeholder API that formats their errors. */
export function apiFinder(apis: readonly Api[]): (path: string) => Api {
  const outside = describeOutside(apis[0]?.url ?? '')
  // Search the longest base path first, because one API may be below another.
  const deepestFirst = apis.toSorted((a, b) => b.basePath.length - a.basePath.length)
  return (path) => deepestFirst.find(({ basePath }) => isUnder(path, basePath)) ?? outside
}

/** Turns a host and a path on it into the equivalent path on the main host. */
export function pathFinder(hosts: ReadonlyMap<string, string>, findApi: (path: string) => Api) {
  return (host: string | undefined, path: string): string => {
    const basePath = hosts.get((host ?? '').toLowerCase())
    if (basePath === undefined) return path
    // An app's host serves the services too, so that its pages need no other host.
    const isOfService = findApi(basePath).name === 'outside' && findApi(path).name !== 'outside'
    return isOfService ? path : basePath + path
  }
}

function isUnder(path: string, basePath: string): boolean {
  return path.startsWith(basePath) && ['/', '?', undefined].includes(path[basePath.length])
}

function describeOutside(url: string): Api {
  return {
    name: 'outside',
    title: 'Lanyard',
    summary: 'Paths outside every API.',
    basePath: '/',
    url,
    operations: {},
    problems,
    faults,
    problemSchema: problemJsonSchema,
    problemTypes: ['application/problem+json'],
    encodeProblem: encodeProblemJson,
    keyHeader: undefined,
    openToAllOrigins: false,
  }
}

function row(status: number, title: string, detail: string) {
  return { status, title, detail }
}
