import { parseAddress } from '../base/ip-address.ts'
import { parseUrl } from '../text/url.ts'
import { canonicalHost, type Peer } from './allow.ts'
import { OutboundRefused } from './errors.ts'

/** The parts of a URL: where to connect, how, and the path with its query. The fragment is dropped. */
export type Target = Peer & { secure: boolean; path: string }

const maxUrlLength = 2048

// The fetch standard's "bad ports" above 1023, and the ports of databases, caches, queues and remote desktops.
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080, 1433, 1521, 3306, 3389, 5432, 5672, 5900, 6379, 9042, 11211, 27017,
])

const publicName =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
// Names reserved for private networks: RFC 6761, RFC 6762 appendix G, RFC 8375.
const privateName = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/
const metadataNames = new Set([
  'metadata.goog',
  'metadata.azure.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
])

/** Throws OutboundRefused for anything but a plain http or https URL; does not check the host yet. */
export function readTarget(text: string): Target {
  // URL removes tabs and line ends and converts backslashes; texts that need such repairs are refused.
  if (text.length > maxUrlLength || /[\0-\x20\x7f\\]/.test(text)) throw new OutboundRefused('malformed')
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []
  if (scheme !== undefined && !/^https?$/i.test(scheme)) throw new OutboundRefused('scheme')
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? []
  if (authority === undefined) throw new OutboundRefused('malformed')
  if (authority.includes('@')) throw new OutboundRefused('credentials')
  const url = parseUrl(text)
  if (url === undefined) throw new OutboundRefused('malformed')
  const host = canonicalHost(url.hostname)
  if (host === undefined) throw new OutboundRefused('malformed')
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  return { host, port, address: parseAddress(host), secure, path: url.pathname + url.search }
}

export function isPublicName(host: string): boolean {
  return publicName.test(host) && !privateName.test(host) && !metadataNames.has(host)
}

export function isHttpPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port))
}
