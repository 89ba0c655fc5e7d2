import { decodeBase64url } from '../../kernel/jwt/base64url.ts'
import { parseCountries } from './countries.ts'
import { Refusal } from './error.ts'
import { type GatewayKind, gatewayExamples, parseChannel } from './gateway-urls.ts'
import { anyText, listOf, matching, oneOf, type Parse, secret, wholeNumber } from './parse.ts'
import {
  ownAddress,
  parseHost,
  parseOrigin,
  parseOutboundRule,
  parsePage,
  parsePostgresUrl,
  parseTrustProxy,
} from './parse-address.ts'

/** Everything known about a setting. Parsing, types, error lines and the docs page derive from these rows. */
type Setting<T = unknown> = {
  summary: string
  parse: Parse<T>
  /** Its value is never printed. */
  secret?: true
} & ({ default: string; example?: string } | { unset: string; example: string })

export const serviceNames = ['issuer', 'twofactor', 'eventdata', 'registration'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Rate = { ratePerSecond: number; burst: number }

const parseService = oneOf(...serviceNames)
const metricsToken = /^[\w.~+/-]{16,}=*$/
const burstFactor = 5

const settings = {
  PORT: {
    summary: 'The port that the server listens on; 0 takes a free one.',
    default: '4000',
    parse: wholeNumber(0, 65_535),
  },
  HOST: {
    summary: 'The address that the server listens on; `0.0.0.0` or `::` opens it to the network.',
    default: '127.0.0.1',
    parse: parseHost,
  },
  LANYARD_URL: {
    summary: 'The main address, as browsers and clients reach it.',
    unset: '`http://localhost:PORT`',
    example: 'https://lanyard.example',
    parse: parseOrigin,
  },
  LANYARD_ISSUER_URL: own('issuer', 'The issuer, which is also the audience of the tokens it takes.'),
  LANYARD_TWOFACTOR_URL: own('twofactor', 'The two-factor service.'),
  LANYARD_EVENTDATA_URL: own('eventdata', 'The event data service.'),
  LANYARD_REGISTRATION_URL: own('registration', 'The event registration service.'),
  LANYARD_CONSOLE_URL: own('console', 'The console.'),
  LANYARD_AUTHENTICATOR_URL: own('authenticator', 'The authenticator.'),
  LANYARD_PAGES_URL: own('e', 'The public registration pages.'),
  LANYARD_DATA: {
    summary: 'The data folder: the root key, the outbox and the SQLite database.',
    default: './data',
    parse: anyText,
  },
  DATABASE_URL: {
    summary: 'A PostgreSQL database, 15 or later.',
    unset: 'SQLite in the data folder',
    example: 'postgres://lanyard:PASSWORD@localhost:5432/lanyard',
    parse: secret(parsePostgresUrl),
    secret: true,
  },
  LANYARD_POSTGRES_PREPARE: {
    summary:
      '`off` behind a pooler that lends connections for single transactions, as PgBouncer does in transaction mode: statements are not prepared, and changes are polled for. It is slower.',
    default: 'on',
    example: 'off',
    parse: oneOf('on', 'off'),
  },
  LANYARD_SECRET: {
    summary: 'The root key: 32 random bytes in base64url, 43 characters.',
    unset: 'made at the first start, in the file `secret` of the data folder',
    // A command instead of a key, because a published key is no secret.
    example: "$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')",
    parse: secret(parseRootKey),
    secret: true,
  },
  LANYARD_SECRET_FILE: {
    summary: 'A file that holds the root key, readable by its owner alone. It excludes `LANYARD_SECRET`.',
    unset: 'none',
    example: '/run/secrets/lanyard',
    parse: anyText,
  },
  LANYARD_PROCESSES: {
    summary: 'How many processes serve requests.',
    default: '1',
    example: '4',
    parse: wholeNumber(1, 64),
  },
  LANYARD_SERVICES: {
    summary: `The services that are served, between commas: ${serviceNames.join(', ')}.`,
    default: serviceNames.join(','),
    example: 'issuer,twofactor',
    parse: listOf(parseService),
  },
  LANYARD_TRUST_PROXY: {
    summary:
      'Whose `X-Forwarded-For` is believed: the number of proxies in front (1 to 10, where clients cannot reach the server past them), or their addresses and CIDR ranges between commas.',
    default: 'false',
    example: '10.0.0.0/8',
    parse: parseTrustProxy,
  },
  LANYARD_TWOFACTOR_ALIAS: {
    summary:
      'A word that names the two-factor service in headers and members too, for clients of its predecessor.',
    unset: 'none',
    example: 'authy',
    parse: matching(/^[a-z][a-z0-9]{0,31}$/, 'is not a word of lower-case letters and digits, 32 at most'),
  },
  LANYARD_TWOFACTOR_SUCCESSOR: {
    summary: 'The page of a successor: two-factor answers then say that the service is deprecated.',
    unset: 'none',
    example: 'https://lanyard.example/moving',
    parse: parsePage,
  },
  LANYARD_RATE: {
    summary: `What an API key may ask: requests a second, a slash, and the burst (${burstFactor} times the rate where it is left out). \`off\` ends every limit on traffic, for load tests.`,
    default: '200/1000',
    parse: parseRate,
  },
  LANYARD_ISSUER_REGISTRATIONS: {
    summary:
      'How many keys an address may register with the issuer in a minute. An IPv6 /64 counts as one address, and a /48 may have ten times as many.',
    default: '1200',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_ISSUER_OPEN_JOBS: {
    summary:
      'How many jobs an address may open at the issuer in a minute without signing; IPv6 is counted as above.',
    default: '120',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_PAGE_VIEWS: {
    summary:
      'How many registration pages an address may open in a minute, which a whole school or company may share; IPv6 is counted as above.',
    default: '1200',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_METRICS_TOKEN: {
    summary: 'The bearer token that opens `/metrics`, 16 characters or more.',
    unset: '`/metrics` answers loopback alone',
    example: '$(openssl rand -hex 16)',
    parse: secret(
      matching(
        metricsToken,
        'is not a token of 16 or more characters: letters, digits, and . _ ~ + / - are possible',
      ),
    ),
    secret: true,
  },
  LANYARD_OUTBOUND_ALLOW: {
    summary:
      'Private addresses that gateways, webhooks and push may reach, between commas: addresses, CIDR ranges, host names, `host:port`.',
    unset: 'none',
    example: '10.1.2.3,hooks.internal:8080',
    parse: listOf(parseOutboundRule),
  },
  LOG_LEVEL: {
    summary: 'The least level that is logged: debug, info, warn, error or silent.',
    default: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  LANYARD_SMS: channel('Text messages', ['twilio', 'webhook', 'smpp']),
  LANYARD_VOICE: channel('Calls', ['twilio', 'webhook']),
  LANYARD_EMAIL: channel('E-mail', ['smtp']),
  LANYARD_SMS_COUNTRIES: {
    summary:
      'The countries that text messages and calls may go to, by their ISO 3166-1 codes between commas; with a minus before each, the ones that they may not go to.',
    unset: 'every country',
    example: 'US,CA,GB',
    parse: parseCountries,
  },
  LANYARD_PUSH_SERVICES: {
    summary:
      'The push services that devices may be registered with, between commas: host names, or `*.` and a name for every host below it. By default those of Chrome, Firefox, Safari and Edge. Hosts in `LANYARD_OUTBOUND_ALLOW` are accepted too; `any` accepts every public host.',
    default:
      'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    example: 'fcm.googleapis.com,push.example.com',
    parse: parsePushServices,
  },
  LANYARD_PUSH: {
    summary:
      'Push messages to devices (Web Push): `on` or `off`. The server makes its key for them at the first start.',
    default: 'off',
    example: 'on',
    parse: oneOf('off', 'on'),
  },
} satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as readonly SettingName[]

type ValueOf<S> = S extends { parse: Parse<infer T> }
  ? S extends { default: string }
    ? T
    : T | undefined
  : never

/** The parsed settings, by name. */
export type Values = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> }

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

export function getSetting(name: SettingName): Setting {
  return settings[name]
}

export function exampleOf(name: SettingName): string {
  const row = getSetting(name)
  return `${name}=${'default' in row ? (row.example ?? row.default) : row.example}`
}

function own(path: string, summary: string) {
  return {
    summary: `${summary} On a host of its own it answers at the root; otherwise the address ends in \`/${path}\`.`,
    unset: `\`LANYARD_URL/${path}\``,
    example: `https://${path}.lanyard.example`,
    parse: ownAddress(`/${path}`),
  }
}

function channel(what: string, kinds: readonly [GatewayKind, ...GatewayKind[]]) {
  const forms = kinds.map((kind) => `\`${gatewayExamples[kind]}\``).join(', ')
  return {
    summary: `${what}: \`outbox\` writes them to \`outbox.jsonl\` in the data folder, \`off\` sends none; or gateways between spaces, the preferred first: ${forms}.`,
    default: 'outbox',
    example: gatewayExamples[kinds[0]],
    parse: parseChannel(kinds),
    secret: true as const,
  }
}

function parseRootKey(text: string): void {
  if (decodeBase64url(text)?.length !== 32)
    throw new Refusal('is not the base64url of 32 bytes (43 characters, no padding)')
}

const parseHosts = listOf(
  matching(
    /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/,
    'is not a host name in lower case',
  ),
)

function parsePushServices(text: string): 'any' | readonly string[] {
  return text === 'any' ? 'any' : parseHosts(text)
}

function parseRate(text: string): Rate | 'off' {
  if (text === 'off') return 'off'
  const [, rate, burst] = /^([1-9]\d{0,6})(?:\/([1-9]\d{0,6}))?$/.exec(text) ?? []
  if (rate === undefined) throw new Refusal('is neither off nor requests a second and a burst, both above 0')
  const ratePerSecond = Number(rate)
  return { ratePerSecond, burst: burst === undefined ? ratePerSecond * burstFactor : Number(burst) }
}
