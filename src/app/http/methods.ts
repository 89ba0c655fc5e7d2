import type { RouteOptions } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import type { Api } from '../../kernel/contract/api.ts'

export const DOCUMENT_PATH = '/openapi.json'
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The methods that each path supports, inside and outside of APIs. */
export type MethodBook = {
  note(route: Pick<RouteOptions, 'method' | 'url' | 'config'>): void
  /** A 405 with `Allow`; undefined if nothing is at the path. */
  findFault(path: string): Fault | undefined
}

export function createMethodBook(findApi: (path: string) => Api): MethodBook {
  const outside: { pattern: RegExp; methods: readonly string[] }[] = []
  return {
    note({ method, url, config }) {
      if (config?.refuses === true || findApi(url).name !== 'outside') return
      outside.push({ pattern: patternOf(url), methods: [method].flat() })
    },
    findFault(url) {
      const path = url.split('?', 1)[0] ?? ''
      const api = findApi(path)
      const allowed =
        api.name === 'outside'
          ? outside.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
          : allowedMethods(api, path)
      return allowed.length === 0 ? undefined : refuseMethod(allowed)
    },
  }
}

/** If the path exists under another method, a 405 that lists the methods. */
export function unmatched(api: Api, url: string): Fault {
  const allowed = allowedMethods(api, url.split('?', 1)[0] ?? '')
  return allowed.length === 0 ? new Fault('unknown-path') : refuseMethod(allowed)
}

/** RFC 9110 §15.5.6 requires `Allow`. */
export function refuseMethod(allowed: readonly string[] = usual): Fault {
  const allow = [...new Set(allowed)].join(', ')
  return new Fault('method-not-allowed', { detail: `this path takes ${allow}`, headers: { allow } })
}

function allowedMethods(api: Api, path: string): string[] {
  const allowed = Object.values(api.operations)
    .filter((row) => patternOf(api.basePath + row.path).test(path))
    .map((row): string => row.method)
  if (api.onlyFrom === undefined && path === api.basePath + DOCUMENT_PATH) allowed.push('GET')
  return allowed
}

/** A pattern for paths written as `/key/{PK}` or as `/e/:code/*`. */
function patternOf(path: string): RegExp {
  const parts = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}|:\w+/g, '[^/]+')
  return new RegExp(`^${parts.replaceAll('*', '.*')}$`)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only refuses: the path does not support its method. */
    refuses?: boolean
  }
}
