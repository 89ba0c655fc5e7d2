import { isIP } from 'node:net'
import { parseRange } from '../../kernel/base/ip-address.ts'
import { parseAllowRule } from '../../kernel/outbound/allow.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import { Refusal } from './error.ts'
import { listOf, wholeNumber } from './parse.ts'

function parseHttpUrl(text: string): URL {
  // URL removes tabs and line ends and converts backslashes; texts that need such repairs are refused.
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || parseUrl(text) === undefined) {
    throw new Refusal('is not an address that starts with http:// or https://')
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new Refusal('holds a user name or a password: leave them out')
  return url
}

export const parseOrigin = addressAt([''])

/** The URL of a service or an app: its own host, or its path on some host. */
export function ownAddress(path: string) {
  return addressAt(['', path])
}

/** Without a trailing slash, so that `${address}/key` is right. */
function addressAt(paths: readonly string[]) {
  return (text: string): string => {
    const url = parseHttpUrl(text)
    const path = url.pathname.replace(/\/$/, '')
    if (!paths.includes(path) || /[?#]/.test(text)) {
      const longest = paths.at(-1) ?? ''
      throw new Refusal(
        `has more than a scheme, a host and a port${longest === '' ? '' : `, with or without ${longest}`}`,
      )
    }
    return url.origin + path
  }
}

export function parsePage(text: string): string {
  return parseHttpUrl(text).href
}

export function parseHost(text: string): string {
  const named = /^[a-z0-9.-]+$/i.test(text) && parseUrl(`http://${text}/`) !== undefined
  if (isIP(text) !== 0 || (named && new URL(`http://${text}/`).hostname === text.toLowerCase())) return text
  throw new Refusal('is neither an IP address nor a host name')
}

export function parsePostgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Refusal('starts with neither postgres:// nor postgresql://')
  // With a socket in the query the host is empty, which the driver accepts and URL does not.
  if (/\s/.test(text) || parseUrl(text.replace('@/', '@localhost/')) === undefined) {
    throw new Refusal('is not a URL: write special characters of the password as %XX')
  }
  return text
}

export function parseOutboundRule(text: string): string {
  try {
    parseAllowRule(text)
  } catch {
    throw new Refusal('is not an address, a CIDR range, a host name or host:port')
  }
  return text
}

export type TrustProxy = false | number | readonly string[]

const parseHops = wholeNumber(1, 10)
const parseProxies = listOf(parseProxy)

export function parseTrustProxy(text: string): TrustProxy {
  if (text === 'false') return false
  if (text === 'true') {
    throw new Refusal(
      'would let every client choose its own address: give the number of proxies or their addresses',
    )
  }
  return /^[-+]?[\d.]+$/.test(text) && isIP(text) === 0 ? parseHops(text) : parseProxies(text)
}

function parseProxy(text: string): string {
  if (parseRange(text) === undefined) throw new Refusal('is neither an IP address nor a CIDR range')
  if (/\/0+$/.test(text)) throw new Refusal('covers every address: name the proxies alone')
  return text
}
