import { readToken } from '../../../../src/client/device/token.ts'
import type { Identity } from '../../store/records.ts'

/** A claim that is asked for, and what this device can say to it. */
export type AskedClaim = {
  readonly name: string
  readonly required: boolean
  /** The issuer's own word for an address, as long as it stands. */
  readonly proof?: { readonly value: string; readonly token: string }
  /** What the field starts with where there is no proof. */
  readonly suggestion: string
}

/** `email~r name`: a space between names, `~r` behind what the application cannot do without. */
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

/** After a rotation an address is known and unproven. */
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

/** What the user entered for a claim, and whether it is to be shared at all. */
export type Entry = { readonly shared: boolean; readonly value: string }

/** Whatever is not required is shared only by a decision. */
export function firstEntry({ required, suggestion }: AskedClaim): Entry {
  return { shared: required, value: suggestion }
}

/** The answer, or the name of the first claim that lacks a value. */
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
