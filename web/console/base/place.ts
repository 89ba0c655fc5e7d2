/** The app's base path; '' if it has its own host. */
const PATH = '/console'

export const base = location.pathname === PATH || location.pathname.startsWith(`${PATH}/`) ? PATH : ''

/** The URL of a page of the app: `/events`, or `/` for the home page. */
export function pathTo(path: `/${string}`): string {
  return path === '/' ? base || '/' : base + path
}
