import type { Api } from '../../kernel/contract/api.ts'
import { nameFaults, row } from '../../kernel/contract/problem.ts'
import { commonProblems, problemJson } from '../../kernel/contract/problem-json.ts'

const problems = {
  ...commonProblems,
  unauthenticated: row(401, 'Unauthorized', 'This needs a key.'),
  forbidden: row(403, 'Forbidden', 'This is not for the one who asks.'),
  'unsupported-type': row(415, 'Unsupported media type', 'This path does not take such a body.'),
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
  const onMainHost = (host: string | undefined, path: string): string => {
    const basePath = hosts.get((host ?? '').toLowerCase())
    if (basePath === undefined) return path
    // An app's host serves the services too, so that its pages need no other host.
    const isOfService = findApi(basePath).name === 'outside' && findApi(path).name !== 'outside'
    return isOfService ? path : basePath + path
  }
  return (host: string | undefined, given: string): string => {
    const path = onMainHost(host, given)
    return path.includes('//') ? withoutDoubledSlash(path, findApi(path)) : path
  }
}

/** A client whose base address ends in a slash doubles the slash after it. */
function withoutDoubledSlash(path: string, { basePath }: Api): string {
  return path.startsWith(`${basePath}//`) ? basePath + path.slice(basePath.length + 1) : path
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
    ...problemJson,
    keyHeader: undefined,
    openToAllOrigins: false,
  }
}
