import type { Clock } from './clock.ts'
import { inRange, parseAddress, requireRange } from './ip-address.ts'
import { createLimiter, createWindowLimiter, type Limiter } from './limiter.ts'

/** The key that an address is counted under, and the factor by which that network's limit is higher. */
type Network = { readonly key: string; readonly factor: 1 | 10 }

const mapped = requireRange('::ffff:0:0/96')
/** RFC 6052: IPv4 clients that reach an IPv6-only server through a translator. */
const translated = requireRange('64:ff9b::/96')

/**
 * The networks that a client's address is counted under, the narrowest first. A home or a server gets a whole /64 of
 * IPv6, and a site a /48, so counting single addresses would limit nobody there. All spellings of an IPv4 address
 * count as one.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!address.includes(':')) return [{ key: address, factor: 1 }]
  // Ignore the zone of an address such as fe80::1%eth0.
  const parsed = parseAddress(address.split('%', 1)[0] ?? '')
  if (parsed === undefined) return [{ key: address, factor: 1 }]
  if (inRange(mapped, parsed) || inRange(translated, parsed))
    return [{ key: formatIPv4(parsed & 0xffffffffn), factor: 1 }]
  const groups = (bits: number) => (parsed >> BigInt(128 - bits)).toString(16)
  return [
    { key: `${groups(64)}/64`, factor: 1 },
    { key: `${groups(48)}/48`, factor: 10 },
  ]
}

type Rate = { ratePerSecond: number; burst: number; clock: Clock }
type TakesTurns = Pick<Limiter, 'take'>

/** Limits requests by the network that they come from. */
export function createAddressLimiter({ ratePerSecond, burst, clock }: Rate): TakesTurns {
  return byNetwork((factor) =>
    createLimiter({ ratePerSecond: ratePerSecond * factor, burst: burst * factor, clock }),
  )
}

/** The same with a number of requests per minute. */
export function createMinuteLimiter({ limit, clock }: { limit: number; clock: Clock }): TakesTurns {
  return byNetwork((factor) => createWindowLimiter({ limit: limit * factor, windowMs: 60_000, clock }))
}

function byNetwork(limiterOf: (factor: Network['factor']) => TakesTurns): TakesTurns {
  const limiters = { 1: limiterOf(1), 10: limiterOf(10) } as const
  return {
    take(address) {
      const [narrow, ...wider] = networksOf(address)
      let turn = limiters[narrow.factor].take(narrow.key)
      for (const { key, factor } of wider) {
        if (!turn.allowed) return turn
        const wide = limiters[factor].take(key)
        if (!wide.allowed) turn = wide
      }
      return turn
    },
  }
}

function formatIPv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
}
