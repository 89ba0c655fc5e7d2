import type { ScheduleSession } from './base/schedule.ts'
import { fingerprintOf, nameOfKey } from './base/session-key.ts'

export type KnownSession = {
  key: string
  fingerprint: string
  cancelled: boolean
  /** By hand: what meets it is left out. */
  deleted?: boolean
}

/** `key` is the one that is stored; `session.key` replaces it, also where nothing else changed. */
type SessionPair = { key: string; session: ScheduleSession; fingerprint: string }

type ScheduleChanges = {
  added: { session: ScheduleSession; fingerprint: string }[]
  updated: SessionPair[]
  /** Without a session where the newer file no longer names it. */
  cancelled: { key: string; session?: ScheduleSession; fingerprint?: string }[]
  unchanged: SessionPair[]
}

type Incoming = { session: ScheduleSession; fingerprint: string }

/**
 * What a newer file changes. Sessions meet by key, then among the twins of one name by equal content, then in the order of
 * their start: so a twin that moves is updated, not cancelled and added again. A cancelled session is met by its key only.
 * A session that was deleted by hand stays deleted. A key that replaces another is never one that is stored.
 */
export function compareSchedule(known: KnownSession[], incoming: ScheduleSession[]): ScheduleChanges {
  const changes: ScheduleChanges = { added: [], updated: [], cancelled: [], unchanged: [] }
  const fresh = incoming.map((session) => ({ session, fingerprint: fingerprintOf(session) }))
  const pairs = pair(known, fresh)
  for (const item of fresh) {
    const before = pairs.get(item)
    if (before === undefined) changes.added.push(item)
    else if (!before.deleted) place(changes, before, item)
  }
  const met = new Set(pairs.values())
  for (const gone of known)
    if (!gone.cancelled && !gone.deleted && !met.has(gone)) changes.cancelled.push({ key: gone.key })
  return changes
}

function place(changes: ScheduleChanges, before: KnownSession, item: Incoming): void {
  const paired = { key: before.key, ...item }
  if (item.session.cancelled && !before.cancelled) changes.cancelled.push(paired)
  else if (item.session.cancelled === before.cancelled && item.fingerprint === before.fingerprint) {
    changes.unchanged.push(paired)
  } else changes.updated.push(paired)
}

function pair(known: KnownSession[], fresh: Incoming[]): Map<Incoming, KnownSession> {
  const pairs = new Map<Incoming, KnownSession>()
  const byKey = new Map(known.map((session) => [session.key, session]))
  for (const item of fresh) {
    const before = byKey.get(item.session.key)
    if (before !== undefined) pairs.set(item, before)
  }
  const met = new Set(pairs.values())
  const left = groupBy(
    known.filter((session) => (!session.cancelled || session.deleted) && !met.has(session)),
    ({ key }) => nameOfKey(key),
  )
  const unmet = groupBy(
    fresh.filter((item) => !pairs.has(item)),
    ({ session }) => nameOfKey(session.key),
  )
  for (const [name, items] of unmet) pairTwins(pairs, left.get(name) ?? [], items)
  return pairs
}

function pairTwins(pairs: Map<Incoming, KnownSession>, known: KnownSession[], items: Incoming[]): void {
  const byContent = groupBy(known, ({ fingerprint }) => fingerprint)
  const met = new Set<KnownSession>()
  for (const item of items) {
    const same = byContent.get(item.fingerprint)?.shift()
    if (same === undefined) continue
    pairs.set(item, same)
    met.add(same)
  }
  // The key of a twin ends with its start, so the order of keys is that of starts.
  const unmet = known.filter((session) => !met.has(session)).sort((a, b) => (a.key < b.key ? -1 : 1))
  const moved = items.filter((item) => !pairs.has(item)).sort((a, b) => a.session.start - b.session.start)
  // Where the file has fewer than there were, those that are left come first, and the deleted ones last.
  const live = unmet.filter(({ deleted }) => !deleted)
  const rest = moved.length < unmet.length ? [...live, ...unmet.filter(({ deleted }) => deleted)] : unmet
  for (const [index, item] of moved.entries()) {
    const before = rest[index]
    if (before !== undefined) pairs.set(item, before)
  }
}

function groupBy<Item>(items: Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const name = nameOf(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}
