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

type Rate = { ratePerSecond: number; burst: number }

const parseService = oneOf(...serviceNames)
const metricsToken = /^[\w.~+/-]{16,}=*$/
const burstFactor = 5

const settings = {
  PORT: {
    summary: 'The port to listen on. 0 picks a free port.',
    default: '4000',
    parse: wholeNumber(0, 65_535),
  },
  HOST: {
    summary: 'The address to listen on. `0.0.0.0` or `::` makes the server reachable from the network.',
    default: '127.0.0.1',
    parse: parseHost,
  },
  LANYARD_URL: {
    summary: 'The public address of the server, as browsers and clients use it.',
    unset: '`http://localhost:PORT`',
    example: 'https://lanyard.example',
    parse: parseOrigin,
  },
  LANYARD_ISSUER_URL: own(
    'issuer',
    'The address of the issuer. Tokens sent to it must name it as their audience.',
  ),
  LANYARD_TWOFACTOR_URL: own('twofactor', 'The address of the two-factor service.'),
  LANYARD_EVENTDATA_URL: own('eventdata', 'The address of the event data service.'),
  LANYARD_REGISTRATION_URL: own('registration', 'The address of the event registration service.'),
  LANYARD_CONSOLE_URL: own('console', 'The address of the console.'),
  LANYARD_AUTHENTICATOR_URL: own('authenticator', 'The address of the authenticator.'),
  LANYARD_PAGES_URL: own('e', 'The address of the public registration pages.'),
  LANYARD_DATA: {
    summary: 'The data folder: the root key, the outbox and the SQLite database.',
    default: './data',
    parse: anyText,
  },
  DATABASE_URL: {
    summary: 'A PostgreSQL database, version 15 or later.',
    unset: 'SQLite in the data folder',
    example: 'postgres://lanyard:PASSWORD@localhost:5432/lanyard',
    parse: secret(parsePostgresUrl),
    secret: true,
  },
  LANYARD_POSTGRES_PREPARE: {
    summary:
      'Set to `off` behind a connection pooler in transaction mode, such as PgBouncer. The server then prepares no statements and polls for changes, which is slower.',
    default: 'on',
    example: 'off',
    parse: oneOf('on', 'off'),
  },
  LANYARD_SECRET: {
    summary: 'The root key: 32 random bytes in base64url, 43 characters.',
    unset: 'generated on first start and stored in the file `secret` in the data folder',
    // A command instead of a key, because a published key is no secret.
    example: "$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')",
    parse: secret(parseRootKey),
    secret: true,
  },
  LANYARD_SECRET_FILE: {
    summary:
      'A file that contains the root key and that only its owner can read. Use this or `LANYARD_SECRET`, not both.',
    unset: 'none',
    example: '/run/secrets/lanyard',
    parse: anyText,
  },
  LANYARD_PROCESSES: {
    summary: 'The number of processes that serve requests.',
    default: '1',
    example: '4',
    parse: wholeNumber(1, 64),
  },
  LANYARD_SERVICES: {
    summary: `The services to run, separated by commas: ${serviceNames.join(', ')}.`,
    default: serviceNames.join(','),
    example: 'issuer,twofactor',
    parse: listOf(parseService),
  },
  LANYARD_TRUST_PROXY: {
    summary:
      'The proxies whose `X-Forwarded-For` header is trusted: their addresses and CIDR ranges, separated by commas, or how many there are (1 to 10). Use a number only if clients cannot bypass the proxies.',
    default: 'false',
    example: '10.0.0.0/8',
    parse: parseTrustProxy,
  },
  LANYARD_TWOFACTOR_ALIAS: {
    summary:
      'Another name for the two-factor service in headers and JSON members, for clients written for the service it replaces.',
    unset: 'none',
    example: 'authy',
    parse: matching(/^[a-z][a-z0-9]{0,31}$/, 'is not a word of lower-case letters and digits, 32 at most'),
  },
  LANYARD_TWOFACTOR_SUCCESSOR: {
    summary:
      'A page about the service that replaces this one. If set, two-factor responses are marked as deprecated.',
    unset: 'none',
    example: 'https://lanyard.example/moving',
    parse: parsePage,
  },
  LANYARD_RATE: {
    summary: `The rate limit of an API key: requests per second, optionally followed by a slash and the burst (default: ${burstFactor} times the rate). \`off\` turns off all rate limits, for load tests.`,
    default: '200/1000',
    parse: parseRate,
  },
  LANYARD_ISSUER_REGISTRATIONS: {
    summary:
      'How many keys an IP address can register with the issuer per minute. An IPv6 /64 counts as one address; a /48 can register ten times as many.',
    default: '1200',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_ISSUER_OPEN_JOBS: {
    summary:
      'How many unsigned jobs an IP address can open at the issuer per minute. IPv6 is counted in the same way.',
    default: '120',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_PAGE_VIEWS: {
    summary:
      'How many registration pages an IP address can open per minute. A whole school or company may share one address. IPv6 is counted in the same way.',
    default: '1200',
    parse: wholeNumber(1, 1_000_000),
  },
  LANYARD_METRICS_TOKEN: {
    summary: 'The bearer token for `/metrics`, at least 16 characters.',
    unset: '`/metrics` answers only requests from this machine',
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
      'Private addresses that the server may connect to for gateways, webhooks and push, separated by commas: IP addresses, CIDR ranges, host names or `host:port`.',
    unset: 'none',
    example: '10.1.2.3,hooks.internal:8080',
    parse: listOf(parseOutboundRule),
  },
  LOG_LEVEL: {
    summary: 'The lowest level to log: debug, info, warn, error or silent.',
    default: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  LANYARD_SMS: channel('Text messages', ['twilio', 'webhook', 'smpp']),
  LANYARD_VOICE: channel('Calls', ['twilio', 'webhook']),
  LANYARD_EMAIL: channel('E-mail', ['smtp']),
  LANYARD_SMS_COUNTRIES: {
    summary:
      'The countries that text messages and calls can go to, as ISO 3166-1 codes separated by commas. Put a minus before each code to exclude these countries instead.',
    unset: 'every country',
    example: 'US,CA,GB',
    parse: parseCountries,
  },
  LANYARD_PUSH_SERVICES: {
    summary:
      'The push services that messages are sent to, separated by commas: host names, or `*.` and a domain for every host in it. The default covers Chrome, Firefox, Safari and Edge. Hosts in `LANYARD_OUTBOUND_ALLOW` are accepted too; `any` accepts every public host.',
    default:
      'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    example: 'fcm.googleapis.com,push.example.com',
    parse: parsePushServices,
  },
  LANYARD_PUSH: {
    summary:
      'Push messages to devices (Web Push): `on` or `off`. The server generates the key for them on first start.',
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
    summary: `${summary} If it has its own host name, it is served at the root; otherwise the address ends in \`/${path}\`.`,
    unset: `\`LANYARD_URL/${path}\``,
    example: `https://${path}.lanyard.example`,
    parse: ownAddress(`/${path}`),
  }
}

function channel(what: string, kinds: readonly [GatewayKind, ...GatewayKind[]]) {
  const forms = kinds.map((kind) => `\`${gatewayExamples[kind]}\``).join(', ')
  return {
    summary: `${what}: \`outbox\` writes them to \`outbox.jsonl\` in the data folder, \`off\` sends none. Otherwise one or more gateways, separated by spaces, the preferred one first: ${forms}.`,
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
