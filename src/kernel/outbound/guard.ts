import { lookup as systemLookup } from 'node:dns/promises'
import { isIPv4, type LookupFunction } from 'node:net'
import { classify, parseAddress } from '../base/ip-address.ts'
import { allowsAddress, allowsHost, allowsPort, type Peer, parseAllowRule } from './allow.ts'
import { codeOf, OutboundFailed, OutboundRefused } from './errors.ts'
import { isHttpPort, isPublicName, readTarget, type Target } from './target.ts'

/** Returns every address of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type Guard = {
  /**
   * Parses a URL or throws OutboundRefused. For a host name only its form is checked; its addresses are checked when
   * connecting.
   */
  target(url: string): Target
  /** Whether the operator explicitly allowed this URL's host or address. */
  isNamed(url: string): boolean
  /** A `lookup` for one connection: it returns addresses only if all of them may be called. */
  lookup(peer: Peer): LookupFunction
  checkAddress(peer: Peer, address: string): void
}

export function createGuard(allow: readonly string[], resolve: Resolve = resolveBySystem): Guard {
  const rules = allow.map(parseAllowRule)
  const resolveShared = shareRunning(resolve)

  function checkAddress(peer: Peer, text: string): void {
    const address = parseAddress(text)
    if (address !== undefined && classify(address) === 'public') return
    if (address === undefined || !allowsAddress(rules, peer, address)) throw new OutboundRefused('address')
  }

  async function addressesOf(peer: Peer): Promise<{ address: string; family: number }[]> {
    const addresses = await resolveShared(peer.host)
    for (const address of addresses) checkAddress(peer, address)
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  }

  return {
    checkAddress,
    target(url) {
      const target = readTarget(url)
      if (target.address !== undefined) checkAddress(target, target.host)
      else if (!isPublicName(target.host) && !allowsHost(rules, target)) throw new OutboundRefused('host')
      if (!isHttpPort(target.port) && !allowsPort(rules, target)) throw new OutboundRefused('port')
      return target
    },
    isNamed(url) {
      const target = readTarget(url)
      if (target.address === undefined) return allowsHost(rules, target)
      return allowsAddress(rules, target, target.address)
    },
    lookup: (peer) => lookupFrom(() => addressesOf(peer)),
  }
}

function lookupFrom(find: () => Promise<{ address: string; family: number }[]>): LookupFunction {
  return (_host, options, callback) => {
    find().then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(new OutboundFailed('unresolved'), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(lookupError(error), ''),
    )
  }
}

function lookupError(error: unknown): Error {
  if (error instanceof OutboundRefused) return error
  return new OutboundFailed('unresolved', codeOf(error))
}

/**
 * Concurrent lookups of a name share one: a name whose server does not answer blocks one resolver thread, not one per
 * request.
 */
function shareRunning(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<readonly string[]>>()
  return (host) => {
    const known = running.get(host)
    if (known !== undefined) return known
    const started = resolve(host).finally(() => running.delete(host))
    running.set(host, started)
    return started
  }
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await systemLookup(host, { all: true })
  return found.map(({ address }) => address)
}
