/** Where the app answers: a path of the product's address, or the root of a host of its own. */
const PATH = '/authenticator'

export const base = location.pathname === PATH || location.pathname.startsWith(`${PATH}/`) ? PATH : ''

/** The address of a page of the app: `/codes`, or `/` for the first one. */
export function pathTo(path: `/${string}`): string {
  return path === '/' ? base || '/' : base + path
}
