import { organisationId } from './session-state.ts'

/** The app's base path; '' if it has its own host. */
const PATH = '/console'

export const base = location.pathname === PATH || location.pathname.startsWith(`${PATH}/`) ? PATH : ''

/** Where the app opens: the home page of the organisation that the operator used last. */
export const front = base || '/'

/** Pages about the whole server or the operator: their addresses name no organisation. */
const serverPages: ReadonlySet<string> = new Set([
  'account',
  'audit',
  'invitation',
  'issuer',
  'operators',
  'outbox',
  'settings',
])

export function isServerPage(path: `/${string}`): boolean {
  return serverPages.has(path.split(/[/?]/, 2)[1] ?? '')
}

/**
 * The URL of a page of the app: `/events`, or `/` for the home page. The addresses of an organisation's pages start with
 * it, so that links can be shared and two tabs can show two organisations.
 */
export function pathTo(path: `/${string}`, organisation = organisationId.value): string {
  const start = organisation === undefined || isServerPage(path) ? base : `${base}/o/${organisation}`
  return path === '/' ? start || '/' : start + path
}

/** The organisation that an address of the app names, and the page's path without it. */
export function readPlace(pathname: string): { organisation: string | undefined; path: `/${string}` } {
  const below = pathname.slice(base.length)
  const [, organisation, rest] = /^\/o\/([\w-]+)(\/.*)?$/.exec(below) ?? []
  const path = organisation === undefined ? below : (rest ?? '')
  return { organisation, path: `/${path.slice(1)}` }
}
