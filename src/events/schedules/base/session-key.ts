import { createHash } from 'node:crypto'
import type { Notes } from './notes.ts'
import type { ScheduleSession, SessionDraft } from './schedule.ts'

const MAX_NAME = 200

/** The suffix in the key of a session that shares its name with others. */
const TWIN = /\|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z(#\d+)?$/

/**
 * Gives each session the key by which a newer file finds it again.
 *
 * - A session that stands alone under its name (guid, else id or UID, else code, else a hash of its title) has the name
 *   as its key: it keeps the key wherever it moves.
 * - Twins, sessions of one name, have `name|start`, the start in UTC. A twin that moves gets another key; so do both
 *   when a second one joins a session that stood alone, and the one that is left when its twin goes. `compareSchedule`
 *   recognises them by their name.
 * - An occurrence of a repeated iCalendar event has `name|planned start` (RECURRENCE-ID), which no move changes.
 * - Twins of one start have `#2`, `#3` behind it, in the order of the file; where nothing at all tells them apart, one remains.
 */
export function giveKeys(drafts: SessionDraft[], notes: Notes): ScheduleSession[] {
  const named = drafts.map((draft) => ({ draft, name: nameOf(draft) }))
  const counts = new Map<string, number>()
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [read, copies] = [new Set<string>(), new Map<string, number>()]
  return named.flatMap(({ draft, name }) => {
    const { occurrence, ...session } = draft
    const isTwin = occurrence !== undefined || counts.get(name) !== 1
    const key = isTwin ? `${name}|${stamp(occurrence ?? draft.start)}` : name
    const identity = `${key}\n${fingerprintOf(session)}`
    if (read.has(identity)) {
      notes.add(`"${session.title}" stands twice in the file with the same time and room: it is read once.`)
      return []
    }
    read.add(identity)
    const copy = (copies.get(key) ?? 0) + 1
    copies.set(key, copy)
    return [{ key: copy === 1 ? key : `${key}#${copy}`, ...session }]
  })
}

/** The name in a key, which sessions of one name share. */
export function nameOfKey(key: string): string {
  return key.replace(TWIN, '')
}

/** A stable hash of a session's content, without its key and cancellation. */
export function fingerprintOf(session: Omit<ScheduleSession, 'key'>): string {
  const { code, title, description, track, room, start, end } = session
  const speakers = session.speakers.map(({ name, biography, company, title: role, url }) => [
    name,
    biography ?? null,
    company ?? null,
    role ?? null,
    url ?? null,
  ])
  const details = Object.entries(session.details).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash(JSON.stringify([code, title, description, track, room, start, end, speakers, details]))
}

function nameOf({ guid, code, title }: SessionDraft): string {
  const name = guid ?? code ?? `title:${hash(title)}`
  return name.length > MAX_NAME ? `long:${hash(name)}` : name
}

function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
