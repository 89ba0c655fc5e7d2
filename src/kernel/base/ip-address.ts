import { isIPv4, isIPv6 } from 'node:net'

export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'metadata'
  | 'translated'
  | 'documentation'
  | 'benchmark'
  | 'multicast'
  | 'reserved'

/**
 * An address as 128 bits. IPv4 is stored in its mapped form (RFC 4291 §2.5.5.2), so that both spellings are the same
 * address.
 */
export type Address = bigint
export type AddressRange = { base: Address; prefix: number }

const mappedBase = 0xffff00000000n
const everyBit = (1n << 128n) - 1n

/**
 * The first match wins. From the IANA special-purpose registries for IPv4 and IPv6, and the metadata services of the
 * large clouds. Transition addresses contain an IPv4 address that a gateway on the way may reach, so none of them
 * counts as public.
 */
const table: readonly (readonly [AddressKind, readonly string[]])[] = [
  ['metadata', ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.42.42', '168.63.129.16']],
  [
    'metadata',
    ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42'],
  ],
  ['unspecified', ['0.0.0.0/8', '::']],
  ['loopback', ['127.0.0.0/8', '::1']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  ['shared', ['100.64.0.0/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20']],
  ['benchmark', ['198.18.0.0/15', '2001:2::/48']],
  [
    'translated',
    ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '192.88.99.0/24', '::ffff:0:0:0/96'],
  ],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['reserved', ['192.0.0.0/24', '240.0.0.0/4', '2001::/23']],
  ['public', ['0.0.0.0/0', '2000::/3']],
]

const ranges = table.flatMap(([kind, texts]) => texts.map((text) => ({ kind, ...requireRange(text) })))

/** Whether only the machine itself reaches this host; IPv6 may be in brackets, as in a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return mappedBase | parseIPv4(text)
  // Addresses with a zone (fe80::1%eth0) are refused: they cannot be stored or connected to.
  return isIPv6(text) && !text.includes('%') ? parseIPv6(text) : undefined
}

/** Parses `10.0.0.0/8` or a single address. Undefined for anything else, also if bits beyond the prefix are set. */
export function parseRange(text: string): AddressRange | undefined {
  const [, base, length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = base === undefined ? undefined : parseAddress(base)
  if (base === undefined || address === undefined) return undefined
  const skipped = isIPv4(base) ? 96 : 0
  const prefix = length === undefined ? 128 : Number(length) + skipped
  if (prefix > 128 || (address & ~maskOf(prefix)) !== 0n) return undefined
  return { base: address, prefix }
}

/** An IPv6 range that includes the mapped block (`::/0`) still does not match IPv4 addresses. */
export function inRange(range: AddressRange, address: Address): boolean {
  if (isMapped(address) && range.prefix < 96) return false
  return (address & maskOf(range.prefix)) === range.base
}

export function classify(address: Address): AddressKind {
  return ranges.find((range) => inRange(range, address))?.kind ?? 'reserved'
}

function isMapped(address: Address): boolean {
  return address >> 32n === 0xffffn
}

function maskOf(prefix: number): bigint {
  return (everyBit << BigInt(128 - prefix)) & everyBit
}

function parseIPv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function parseIPv6(text: string): bigint {
  const [, start, dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? []
  if (start !== undefined && dotted !== undefined) {
    const low = parseIPv4(dotted)
    return parseIPv6(`${start}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`)
  }
  const [head = [], tail = []] = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...gap, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

export function requireRange(text: string): AddressRange {
  const range = parseRange(text)
  if (range === undefined) throw new Error(`${text} is not an address range`)
  return range
}
