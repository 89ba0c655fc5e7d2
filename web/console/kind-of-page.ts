import { routes } from './routes.ts'

/** The same page of another organisation; for a record, which the other one does not have, the list it is in. */
export function kindOf(path: `/${string}`): `/${string}` {
  const shown = routes.find((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
  const [kind = '/'] = (shown?.path ?? '/').split('/:', 1)
  return `/${kind.slice(1)}`
}
