import { readToken } from '../../../../src/client/device/token.ts'
import type { Identity } from '../../store/records.ts'

/** A requested claim, and the value that this device has for it. */
export type AskedClaim = {
  readonly name: string
  readonly required: boolean
  /** The issuer's proof of an address, while it is valid. */
  readonly proof?: { readonly value: string; readonly token: string }
  /** The initial value if there is no proof. */
  readonly suggestion: string
}

/** Parses `email~r name`: names separated by spaces, `~r` marks required ones. */
export function readClaims(scope: string, identity: Identity | undefined, now: number): AskedClaim[] {
  return scope
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const name = word.replace(/~r$/, '')
      const address = name === 'email' || name === 'phone' ? identity?.claims[name] : undefined
      const isProven = address !== undefined && expiryOf(address.token) > now
      return {
        name,
        required: word.endsWith('~r'),
        ...(isProven ? { proof: address } : {}),
        suggestion:
          name === 'name' ? (identity?.name ?? '') : (address?.value ?? knownAddress(identity, name)),
      }
    })
}

/** After a rotation, an address is known but no longer verified. */
function knownAddress(identity: Identity | undefined, name: string): string {
  return (name === 'email' || name === 'phone' ? identity?.addresses?.[name] : undefined) ?? ''
}

function expiryOf(token: string): number {
  try {
    return Number(readToken(token).exp) * 1000
  } catch {
    return 0
  }
}

/** The user's entry for a claim, and whether it is shared at all. */
export type Entry = { readonly shared: boolean; readonly value: string }

/** Optional claims are shared only if the user chooses to. */
export function firstEntry({ required, suggestion }: AskedClaim): Entry {
  return { shared: required, value: suggestion }
}

/** The answer, or the name of the first claim without a value. */
export function collectClaims(
  asked: readonly AskedClaim[],
  entries: ReadonlyMap<string, Entry>,
): { claims: Record<string, string> } | { missing: string } {
  const claims: [string, string][] = []
  for (const claim of asked) {
    const { shared, value } = entries.get(claim.name) ?? firstEntry(claim)
    if (!shared && !claim.required) continue
    const given = claim.proof?.token ?? value.trim()
    if (given === '') return { missing: claim.name }
    claims.push([claim.name, given])
  }
  return { claims: Object.fromEntries(claims) }
}
