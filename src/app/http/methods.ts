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

/** RFC 9110 §15.5.6 requires `Allow`. */
export function refuseMethod(allowed: readonly string[] = usual): Fault {
  const allow = [...new Set(allowed)].join(', ')
  return new Fault('method-not-allowed', { detail: `this path takes ${allow}`, headers: { allow } })
}

/** A literal segment wins over an identifier: `/events/search` supports nothing of `/events/{eventId}`. */
function allowedMethods(api: Api, path: string): string[] {
  const matching = rowsOf(api).filter(({ pattern }) => pattern.test(path))
  const [closest] = matching.map(({ shape }) => shape).sort()
  const allowed = matching.filter(({ shape }) => shape === closest).map(({ method }) => method)
  if (api.onlyFrom === undefined && path === api.basePath + DOCUMENT_PATH) allowed.push('GET')
  return allowed
}

/** For each literal path, the methods that only the path with an identifier in its place supports. */
export function shadowedMethods(api: Api): { path: string; methods: string[] }[] {
  const rows = rowsOf(api)
  const paths = new Set(Object.values(api.operations).map(({ path }) => path))
  return [...paths].flatMap((path) => {
    const matching = rows.filter(({ pattern }) => pattern.test(api.basePath + path))
    const own = matching.filter(({ shape }) => shape === shapeOf(path)).map(({ method }) => method)
    const methods = new Set(matching.map(({ method }) => method).filter((method) => !own.includes(method)))
    return methods.size === 0 ? [] : [{ path, methods: [...methods] }]
  })
}

function rowsOf({ basePath, operations }: Api) {
  return Object.values(operations).map(({ method, path }) => ({
    method: method as string,
    shape: shapeOf(path),
    pattern: patternOf(basePath + path),
  }))
}

/** The path without the names of its identifiers; sorts literal segments first. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~')
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
