import type { HistoryEntry } from '../store/records.ts'

const FIRST_MS = 60_000
const LONGEST_MS = 3_600_000

type Pair = { readonly fingerprint: string; readonly identity: string }

/** How often the identity has denied the application since it last approved a request of it. */
export function countDenials(history: readonly HistoryEntry[], { fingerprint, identity }: Pair): number {
  const answers = history
    .filter((entry) => entry.fingerprint === fingerprint && entry.identity === identity)
    .sort((a, b) => b.at - a.at)
  const approved = answers.findIndex(({ outcome }) => outcome === 'approved')
  return approved === -1 ? answers.length : approved
}

/** The issuer lets an application ask again a minute after a denial, and after twice as long with each further one. */
export function waitAfterDenials(denials: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(denials - 1, 10), LONGEST_MS)
}
