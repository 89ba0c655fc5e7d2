import type { ScheduleSession } from './base/schedule.ts'
import { fingerprintOf, nameOfKey } from './base/session-key.ts'

export type KnownSession = {
  key: string
  fingerprint: string
  cancelled: boolean
  /** Deleted by hand: a session of the file that matches it is left out. */
  deleted?: boolean
}

/** `key` is the stored key; `session.key` replaces it, even if nothing else changed. */
type SessionPair = { key: string; session: ScheduleSession; fingerprint: string }

type ScheduleChanges = {
  added: { session: ScheduleSession; fingerprint: string }[]
  updated: SessionPair[]
  /** Without `session` if the newer file no longer contains it. */
  cancelled: { key: string; session?: ScheduleSession; fingerprint?: string }[]
  unchanged: SessionPair[]
}

type Incoming = { session: ScheduleSession; fingerprint: string }

/**
 * Compares the stored sessions with a newer file. Sessions are matched by key, then within one name by equal content,
 * then in the order of their starts: a session that moves is updated, not cancelled and added again. A cancelled
 * session is matched by key only. A session deleted by hand stays deleted. A new key never equals a stored one.
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
  // The key of such a session ends with its start, so sorting by key sorts by start.
  const unmet = known.filter((session) => !met.has(session)).sort((a, b) => (a.key < b.key ? -1 : 1))
  const moved = items.filter((item) => !pairs.has(item)).sort((a, b) => a.session.start - b.session.start)
  // If the file has fewer sessions than before, live ones are matched first and deleted ones last.
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
