import {
  type Address,
  type AddressKind,
  type AddressRange,
  classify,
  inRange,
  parseRange,
} from '../base/ip-address.ts'
import { parseUrl } from '../text/url.ts'

/** An exception set by the operator: an address, a range or a host name, for one port or for all ports. */
type AllowRule = {
  range: AddressRange | undefined
  host: string | undefined
  port: number | undefined
}

/** A host as the guard sees it: its canonical name, or a literal address in both `host` and `address`. */
export type Peer = { host: string; port: number; address?: Address | undefined }

// A domain's owner chooses the addresses it resolves to, so link-local, multicast and similar addresses need their
// own rule.
const kindsOfNamedHosts: ReadonlySet<AddressKind> = new Set(['loopback', 'private', 'shared'])

/** Throws an Error for the operator that quotes the entry. */
export function parseAllowRule(entry: string): AllowRule {
  const range = parseRange(entry)
  if (range !== undefined) return { range, host: undefined, port: undefined }
  const [, name, digits] = /^(\[[0-9a-f:.]+\]|[^\s/:@?#\\[\]%*,]+)(?::(\d{1,5}))?$/i.exec(entry) ?? []
  const host = name === undefined ? undefined : canonicalHost(name)
  const port = digits === undefined ? undefined : Number(digits)
  if (host === undefined || host === '' || (port !== undefined && (port < 1 || port > 65_535))) {
    throw new Error(`"${entry}" is not an address, a CIDR range, a host name or host:port`)
  }
  const literal = parseRange(host)
  return literal === undefined ? { range: undefined, host, port } : { range: literal, host: undefined, port }
}

/** The host in canonical form: lower case, punycode, full addresses, no brackets, no final dot. */
export function canonicalHost(host: string): string | undefined {
  return parseUrl(`http://${host}/`)
    ?.hostname.replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

export function allowsHost(rules: readonly AllowRule[], { host, port }: Peer): boolean {
  return rules.some((rule) => rule.host === host && atPort(rule, port))
}

export function allowsAddress(rules: readonly AllowRule[], { host, port }: Peer, address: Address): boolean {
  const kind = classify(address)
  return rules.some((rule) => {
    if (!atPort(rule, port)) return false
    if (rule.range === undefined) return rule.host === host && kindsOfNamedHosts.has(kind)
    // A wide range must not allow a metadata service by accident.
    return inRange(rule.range, address) && (kind !== 'metadata' || rule.range.prefix === 128)
  })
}

/** Whether a rule names exactly this port. A named port is allowed even if it is otherwise refused. */
export function allowsPort(rules: readonly AllowRule[], { host, port, address }: Peer): boolean {
  return rules.some((rule) => {
    if (rule.port !== port) return false
    return rule.range === undefined
      ? rule.host === host
      : address !== undefined && inRange(rule.range, address)
  })
}

function atPort(rule: AllowRule, port: number): boolean {
  return rule.port === undefined || rule.port === port
}
