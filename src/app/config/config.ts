import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listOwnHosts, resolveUrls, type Urls } from './addresses.ts'
import { ConfigError } from './error.ts'
import { checkGateways } from './gateway-reach.ts'
import { findServed, isAddressSetting } from './served.ts'
import { type SetSetting, showTexts } from './set-settings.ts'
import { exampleOf, type Values } from './settings.ts'
import { collectTexts, type Sources } from './sources.ts'
import { parseValues } from './values.ts'

/** The settings as the product uses them; read-only. */
export type Config = ReturnType<typeof arrange>

/** Reads the environment, then lanyard.config.json, then the defaults. Throws a ConfigError. */
export function loadConfig(given: Partial<Sources> = {}): Config {
  const sources = completeSources(given)
  const values = parseValues(collectTexts(sources))
  if (values.LANYARD_SECRET !== undefined && values.LANYARD_SECRET_FILE !== undefined) {
    const example = exampleOf('LANYARD_SECRET_FILE')
    throw new ConfigError(
      'LANYARD_SECRET',
      `LANYARD_SECRET: LANYARD_SECRET_FILE is set too: keep one of them, for example ${example}`,
    )
  }
  checkGateways(values)
  return deepFreeze(arrange(values, sources.cwd))
}

/**
 * The settings of a command. Where its own settings name no address, it uses those of the server that was started last
 * in the data folder.
 */
export function loadCommandConfig(given: Partial<Sources> = {}): Config {
  const sources = completeSources(given)
  const config = loadConfig(sources)
  if ([...collectTexts(sources).keys()].some(isAddressSetting)) return config
  const served = findServed(config.dataFolder, sources.readFile)
  if (served === undefined) return config
  const { host, port, urls } = served
  return deepFreeze({ ...config, http: { ...config.http, host, port }, urls })
}

/** The settings that differ from their default. Throws a ConfigError. */
export function listSetSettings(given: Partial<Sources> = {}): SetSetting[] {
  return showTexts(collectTexts(completeSources(given)))
}

function completeSources(given: Partial<Sources>): Sources {
  const { env = process.env, cwd = process.cwd(), readFile = readIfPresent } = given
  return { env, cwd, readFile }
}

/** The same settings with the actual port, if `PORT=0` asked for a free one. */
export function withPort(config: Config, port: number): Config {
  const unknown = /^http:\/\/localhost:0(?=\/|$)/
  const urls = Object.entries(config.urls).map(([name, url]) => [
    name,
    url.replace(unknown, `http://localhost:${port}`),
  ])
  return deepFreeze({ ...config, http: { ...config.http, port }, urls: Object.fromEntries(urls) as Urls })
}

function arrange(values: Values, cwd: string) {
  const dataFolder = resolve(cwd, values.LANYARD_DATA)
  const file = values.LANYARD_SECRET_FILE
  return {
    http: {
      host: values.HOST,
      port: values.PORT,
      trustProxy: values.LANYARD_TRUST_PROXY,
      ownHosts: listOwnHosts(values),
      processes: values.LANYARD_PROCESSES,
    },
    urls: resolveUrls(values),
    dataFolder,
    database: databaseOf(values, dataFolder),
    security: {
      secret: values.LANYARD_SECRET,
      secretFile: file === undefined ? undefined : resolve(cwd, file),
      metricsToken: values.LANYARD_METRICS_TOKEN,
      outboundAllow: values.LANYARD_OUTBOUND_ALLOW ?? [],
    },
    limits: limitsOf(values),
    delivery: {
      sms: values.LANYARD_SMS,
      voice: values.LANYARD_VOICE,
      email: values.LANYARD_EMAIL,
      push: values.LANYARD_PUSH,
      pushServices: values.LANYARD_PUSH_SERVICES,
      /** The countries that text messages and calls may go to; undefined for all countries. */
      countries: values.LANYARD_SMS_COUNTRIES,
    },
    services: values.LANYARD_SERVICES,
    twofactor: { alias: values.LANYARD_TWOFACTOR_ALIAS, successor: values.LANYARD_TWOFACTOR_SUCCESSOR },
    log: { level: values.LOG_LEVEL },
  } as const
}

function databaseOf(values: Values, dataFolder: string) {
  const url = values.DATABASE_URL
  if (url === undefined) return { engine: 'sqlite', path: join(dataFolder, 'lanyard.sqlite') } as const
  return { engine: 'postgres', url, ownsSessions: values.LANYARD_POSTGRES_PREPARE === 'on' } as const
}

/** Traffic limits, counted in memory; undefined if they are off. */
function limitsOf(values: Values) {
  if (values.LANYARD_RATE === 'off') return undefined
  return {
    key: values.LANYARD_RATE,
    registrationsPerMinute: values.LANYARD_ISSUER_REGISTRATIONS,
    openJobsPerMinute: values.LANYARD_ISSUER_OPEN_JOBS,
    pageViewsPerMinute: values.LANYARD_PAGE_VIEWS,
  } as const
}

function deepFreeze<T extends object>(object: T): T {
  for (const member of Object.values(object))
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(object)
}

function readIfPresent(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
