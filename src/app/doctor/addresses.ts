import { isIP } from 'node:net'
import { isLoopback } from '../../kernel/base/ip-address.ts'
import { type Finding, good } from '../commands/base/findings.ts'
import type { Config } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'

/** Warns about settings that are each valid, but rarely intended in combination. */
export function adviseOnAddresses(config: Config, set: readonly SettingName[]): Finding[] {
  const { host, port, trustProxy } = config.http
  const main = new URL(config.urls.main)
  const isOpen = !isLoopback(host)
  const isPublic = !isLoopback(main.hostname)
  const cases: [boolean, string][] = [
    [
      isOpen && !set.includes('LANYARD_URL'),
      `HOST ${host} is open to the network, but LANYARD_URL is not set: links will say ${main.origin}`,
    ],
    [
      isPublic && main.protocol === 'http:',
      'LANYARD_URL is http: traffic is not encrypted, and browsers refuse passkeys. Put a TLS proxy in front and use https',
    ],
    [
      main.protocol === 'https:' && trustProxy === false,
      'LANYARD_URL is https, so there is a proxy in front, but LANYARD_TRUST_PROXY is not set: all clients share one rate limit',
    ],
    [
      isIP(main.hostname.replace(/[[\]]/g, '')) !== 0,
      'LANYARD_URL is an IP address: passkeys need a host name',
    ],
    [
      !isPublic && main.protocol === 'http:' && port !== 0 && portOf(main) !== port,
      `LANYARD_URL has port ${portOf(main)}, but the server listens on ${port}`,
    ],
  ]
  return cases.filter(([applies]) => applies).map(([, text]) => good('advice', text))
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
