import type { HistoryEntry } from '../store/records.ts'

/** The answers that blocked an application: one for each application and identity, the newest first. */
export function listBlocked(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const blocked = entries.filter((entry) => entry.blocked === true).sort((a, b) => b.at - a.at)
  return blocked.filter((entry, at) => blocked.findIndex((other) => isSameBlock(other, entry)) === at)
}

export function isSameBlock(a: HistoryEntry, b: HistoryEntry): boolean {
  return a.fingerprint === b.fingerprint && a.identity === b.identity
}
