import { Secret } from '../../kernel/base/secret.ts'
import type {
  GatewayAddress,
  SmppAddress,
  SmtpAddress,
  TwilioAddress,
  WebhookAddress,
} from '../../platform/delivery/gateways/address.ts'
import { Refusal } from './error.ts'
import { type GatewayUrl, readGatewayUrl, schemeOf } from './gateway-url.ts'
import { parseHost } from './parse-address.ts'

export type Channel =
  | { readonly kind: 'outbox' }
  | { readonly kind: 'off' }
  | { readonly kind: 'gateways'; readonly gateways: readonly GatewayAddress[] }

export type GatewayKind = GatewayAddress['kind']

export const gatewayExamples = {
  twilio: 'twilio://SID:TOKEN@api.twilio.com?from=+15005550006',
  webhook: `webhook+https://gateway.example.org/messages?secret=whsec_${'A'.repeat(32)}`,
  smpp: 'smpp://lanyard:secret@smsc.example.org:2775?from=Lanyard',
  smtp: 'smtp://lanyard:secret@mail.example.org:587?from=lanyard@example.org',
} as const satisfies Record<GatewayKind, string>

const schemes: Readonly<Record<string, GatewayKind>> = {
  'twilio:': 'twilio',
  'twilio+http:': 'twilio',
  'webhook+https:': 'webhook',
  'webhook+http:': 'webhook',
  'smpp:': 'smpp',
  'smpps:': 'smpp',
  'smtp:': 'smtp',
  'smtps:': 'smtp',
}
const readers = { twilio: readTwilio, webhook: readWebhook, smpp: readSmpp, smtp: readSmtp }

const senderName = /^(\+\d{5,15}|[\w .&-]{1,15}|MG[0-9a-f]{32})$/
const mailbox = '[^\\s@<>()[\\]\\\\,;:"]+@[^\\s@<>()[\\]\\\\,;:"]+'
const mailSender = new RegExp(`^(${mailbox}|[^<>\\p{Cc}]{1,64} <${mailbox}>)$`, 'u')

/**
 * `outbox`, `off`, or gateways separated by spaces or commas, the preferred one first. Error texts quote nothing,
 * since a URL contains secrets.
 */
export function parseChannel(kinds: readonly GatewayKind[]) {
  return (text: string): Channel => {
    if (text === 'outbox' || text === 'off') return { kind: text }
    const items = text.split(/[\s,]+/).filter((item) => item !== '')
    if (items.length === 0) throw new Refusal('is blank')
    const gateways = items.map((item, index) => {
      const place = items.length === 1 ? '' : `has a gateway, number ${index + 1}, that `
      return readGateway(item, kinds, place)
    })
    return { kind: 'gateways', gateways: withOwnNames(gateways) }
  }
}

function readGateway(text: string, kinds: readonly GatewayKind[], place: string): GatewayAddress {
  const kind = schemes[schemeOf(text)]
  if (kind === undefined || !kinds.includes(kind)) {
    const known = Object.entries(schemes).filter(([, of]) => kinds.includes(of))
    const list = known.map(([scheme]) => `${scheme}//`).join(', ')
    throw new Refusal(`${place}is neither outbox nor off nor an address that starts with ${list}`)
  }
  try {
    return readers[kind](readGatewayUrl(text, kind === 'twilio' || kind === 'webhook'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(place + error.message)
  }
}

function readTwilio(url: GatewayUrl): TwilioAddress {
  const { from, account, token } = url.members(['from', 'account', 'token'])
  const user = need(url.user, 'has no account before the @')
  const password = new Secret(need(url.password, 'has no token between the account and the @'))
  const isAccount = account === undefined || account === user
  return {
    kind: 'twilio',
    name: `twilio ${url.hostAndPort}`,
    url: `${url.scheme === 'twilio:' ? 'https' : 'http'}://${url.hostAndPort}${url.path.replace(/\/$/, '')}`,
    account: account ?? user,
    user,
    password,
    token: token === undefined ? (isAccount ? password : undefined) : new Secret(need(token, 'has no token')),
    from: needSender(from),
  }
}

function readWebhook(url: GatewayUrl): WebhookAddress {
  if (url.user !== '') throw new Refusal('holds a user name: the requests are signed instead')
  const secret = url.takeMember('secret')
  const bytes = Buffer.from(secret?.replace(/^whsec_/, '') ?? '', 'base64').length
  if (secret === undefined || !/^whsec_[\w+/-]+={0,2}$/.test(secret) || bytes < 24 || bytes > 64)
    throw new Refusal('has no secret=whsec_… of 24 to 64 bytes in base64')
  return {
    kind: 'webhook',
    name: `webhook ${url.hostAndPort}`,
    url: new Secret(`${url.scheme.slice('webhook+'.length)}//${url.hostAndPort}${url.path}${url.query()}`),
    secret: new Secret(secret),
  }
}

function readSmpp(url: GatewayUrl): SmppAddress {
  const { from, type = '' } = url.members(['from', 'type'])
  const systemId = need(url.user, 'has no system id before the @')
  const tls = url.scheme === 'smpps:'
  return {
    kind: 'smpp',
    name: `smpp ${url.hostAndPort}`,
    host: parseHost(url.host),
    port: url.port ?? (tls ? 3550 : 2775),
    tls,
    systemId,
    password: new Secret(url.password),
    systemType: type,
    from: needSender(from),
  }
}

function readSmtp(url: GatewayUrl): SmtpAddress {
  const { from } = url.members(['from'])
  if (from === undefined || !mailSender.test(from))
    throw new Refusal('has no from= with the address of the sender')
  const tls = url.scheme === 'smtps:'
  return {
    kind: 'smtp',
    name: `smtp ${url.hostAndPort}`,
    host: parseHost(url.host),
    port: url.port ?? (tls ? 465 : 587),
    tls,
    login: url.user === '' ? undefined : { user: url.user, password: new Secret(url.password) },
    from,
  }
}

function needSender(from: string | undefined): string {
  if (from === undefined || !senderName.test(from))
    throw new Refusal('has no from= with a number such as +15005550006 or a name of at most 15 characters')
  return from
}

function need(text: string, refusal: string): string {
  if (text === '') throw new Refusal(refusal)
  return text
}

/** Gives gateways at the same host different names, so that rows and log lines tell two accounts apart. */
function withOwnNames(gateways: readonly GatewayAddress[]): GatewayAddress[] {
  return gateways.map((gateway, index) => {
    const before = gateways.slice(0, index).filter(({ name }) => name === gateway.name).length
    return before === 0 ? gateway : { ...gateway, name: `${gateway.name} ${before + 1}` }
  })
}
