import { ConfigError, quote } from './error.ts'
import { exampleOf, type ServiceName, type SettingName, serviceNames, type Values } from './settings.ts'

type AppName = 'console' | 'authenticator' | 'pages'

/** The URL of each part, without a trailing slash. */
export type Urls = { readonly [N in 'main' | ServiceName | AppName]: string }

const parts = {
  issuer: { setting: 'LANYARD_ISSUER_URL', path: '/issuer' },
  twofactor: { setting: 'LANYARD_TWOFACTOR_URL', path: '/twofactor' },
  eventdata: { setting: 'LANYARD_EVENTDATA_URL', path: '/eventdata' },
  registration: { setting: 'LANYARD_REGISTRATION_URL', path: '/registration' },
  console: { setting: 'LANYARD_CONSOLE_URL', path: '/console' },
  authenticator: { setting: 'LANYARD_AUTHENTICATOR_URL', path: '/authenticator' },
  pages: { setting: 'LANYARD_PAGES_URL', path: '/e' },
} as const satisfies Record<ServiceName | AppName, { setting: SettingName; path: string }>

type Part = keyof typeof parts
const partNames = Object.keys(parts) as readonly Part[]

export function resolveUrls(values: Values): Urls {
  const main = values.LANYARD_URL ?? new URL(`http://localhost:${values.PORT}`).origin
  checkHosts(values, main)
  const own = partNames.map((name) => [name, values[parts[name].setting] ?? main + parts[name].path])
  return { main, ...(Object.fromEntries(own) as Omit<Urls, 'main'>) }
}

export function isUrls(value: unknown): value is Urls {
  const urls = Object(value) as Record<string, unknown>
  return ['main', ...partNames].every((name) => URL.canParse(String(urls[name])))
}

/** The base path of each service and app that has its own host, by `Host` header. */
export function listOwnHosts(values: Values): Readonly<Record<string, string>> {
  const hosts: Record<string, string> = {}
  for (const name of partNames) {
    const url = values[parts[name].setting]
    if (url !== undefined && isRoot(url) && isServed(values, name))
      hosts[new URL(url).host] = parts[name].path
  }
  return hosts
}

function isServed({ LANYARD_SERVICES }: Values, part: Part): boolean {
  const service = serviceNames.find((name) => name === part)
  return service === undefined || LANYARD_SERVICES.includes(service)
}

/** Two parts cannot share the root of one host. */
function checkHosts(values: Values, main: string): void {
  const owners = new Map([[new URL(main).host, 'LANYARD_URL']])
  for (const name of partNames) {
    const { setting, path } = parts[name]
    const url = values[setting]
    if (url === undefined || !isRoot(url)) continue
    const { host } = new URL(url)
    const owner = owners.get(host)
    if (owner !== undefined) {
      const cure = `add ${path} or give it a host of its own, for example ${exampleOf(setting)}`
      throw new ConfigError(setting, `${setting}: ${quote(url)} is at the host of ${owner}: ${cure}`)
    }
    owners.set(host, setting)
  }
}

function isRoot(url: string): boolean {
  return new URL(url).pathname === '/'
}
