import type { Consent } from '../../store/records.ts'
import { type AskedClaim, type Entry, firstEntry } from './claims.ts'

type Entries = ReadonlyMap<string, Entry>

/** Names in any order, with the required ones marked: the same claims are asked again if this is equal. */
function describeAsked(asked: readonly AskedClaim[]): string {
  return asked
    .map(({ name, required }) => (required ? `${name}~r` : name))
    .sort()
    .join(' ')
}

/** What the person shares with an application now, to be offered again at the next sign-in. */
export function rememberConsent(id: string, asked: readonly AskedClaim[], entries: Entries): Consent {
  const shared = asked.flatMap((claim) => {
    const entry = entries.get(claim.name) ?? firstEntry(claim)
    if (!entry.shared && !claim.required) return []
    const value = claim.proof?.value ?? entry.value.trim()
    return [[claim.name, { value, isVerified: claim.proof !== undefined }] as const]
  })
  return { id, asked: describeAsked(asked), shared: Object.fromEntries(shared) }
}

/**
 * The entries of the last sign-in, if exactly the same would be shared again: the same claims are asked for, and no
 * address has changed or lost its verification.
 */
export function recallConsent(
  consent: Consent | undefined,
  asked: readonly AskedClaim[],
): Entries | undefined {
  if (consent?.asked !== describeAsked(asked)) return undefined
  const entries = new Map<string, Entry>()
  for (const claim of asked) {
    const given = Object.hasOwn(consent.shared, claim.name) ? consent.shared[claim.name] : undefined
    if (given === undefined) {
      entries.set(claim.name, { shared: false, value: claim.suggestion })
      continue
    }
    if (given.isVerified !== (claim.proof !== undefined)) return undefined
    if (claim.proof !== undefined && claim.proof.value !== given.value) return undefined
    entries.set(claim.name, { shared: true, value: given.value })
  }
  return entries
}
