import { createCache } from '../../kernel/base/cache.ts'
import { inOrder } from '../../kernel/database/by-ids.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { ConfiguredSession } from '../configured.ts'
import type { Events } from '../events.ts'
import { readByIds } from '../lists/by-ids.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import type { AttendeeRow } from '../records/tables.ts'
import { countArrivals, readLatest } from './attendance-board-store.ts'
import type { Door } from './attendance-door.ts'
import { type DoorPerson, readDoorPeople } from './door-people.ts'

const LATEST = 12
const SLOT_MS = 5 * 60_000
const SLOTS = 48
/** Everyone who watches a board shares this cached result. */
const FLOW_AGE_MS = 10_000

type SessionCounts = {
  id: string
  registered: number
  checkedIn: number
  checkedOut: number
  noShow: number
}

/** The people who arrived last, newest first. */
export async function readArrivals({ database }: Events, door: Door): Promise<DoorPerson[]> {
  const place = { event_id: door.eventId, session_id: door.sessionId }
  const records = await readLatest(database, place, LATEST)
  const ids = records.map(({ attendee_id }) => attendee_id)
  const attendees = await readByIds<AttendeeRow>(database, { table: 'events_attendees', column: 'id', ids })
  const people = await readDoorPeople(database, door, attendees)
  return inOrder(ids, people, ({ attendee }) => attendee.id)
}

/** Counts attendance of every session that takes place, from counters. */
export async function countSessions(service: Events, door: Door): Promise<SessionCounts[]> {
  const { sessions } = await getConfiguration(service, door.event.organisation_id, door.eventId)
  const held = [...sessions.values()].filter(({ status }) => status !== 'cancelled')
  const ids = new Set(held.flatMap((session) => [session.id, ...expecting(session, door.eventId)]))
  const places = await readPlacesOf(service.database, [...ids])
  const now = service.clock.now()
  return held.map((session) => {
    const { checkedIn = 0, checkedOut = 0, walkIns = 0 } = places.get(session.id) ?? {}
    const registered = expecting(session, door.eventId).reduce(
      (sum, id) => sum + (places.get(id)?.registered ?? 0),
      0,
    )
    const absent = Math.max(0, registered - (checkedIn + checkedOut - walkIns))
    const noShow = session.ends_at <= now ? absent : 0
    return { id: session.id, registered, checkedIn, checkedOut, noShow }
  })
}

/** The ids of the counters that tell how many people a session expects. */
function expecting({ id, included, typeIds }: ConfiguredSession, eventId: string): readonly string[] {
  if (included === 0) return [id]
  return typeIds.length === 0 ? [eventId] : typeIds
}

type Flow = { from: number; slotMs: number; counts: number[] }

const flows = createCache<Flow>({ max: 200 })

/** Counts arrivals in five-minute slots over four hours, ending now or at the last arrival. */
export async function readFlow(service: Events, door: Door): Promise<Flow> {
  const age = Math.floor(service.clock.now() / FLOW_AGE_MS)
  const key = [service.urls.registration, door.eventId, door.sessionId, age].join()
  const flow = await flows.load(key, () => countFlow(service, door))
  return flow ?? countFlow(service, door)
}

async function countFlow({ database, clock }: Events, door: Door): Promise<Flow> {
  const place = { event_id: door.eventId, session_id: door.sessionId }
  const [last] = await readLatest(database, place, 1)
  const now = clock.now()
  const isFresh = last === undefined || now - last.checked_in_at < SLOTS * SLOT_MS
  const end = isFresh ? now : last.checked_in_at
  const to = end - (end % SLOT_MS) + SLOT_MS
  const from = to - SLOTS * SLOT_MS
  const counts = new Array<number>(SLOTS).fill(0)
  for (const { start, count } of await countArrivals(database, place, { from, to, slot: SLOT_MS }))
    counts[(start - from) / SLOT_MS] = count
  return { from, slotMs: SLOT_MS, counts }
}
