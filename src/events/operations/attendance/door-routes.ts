import { type Handlers, TextStream } from '../../../kernel/contract/operation.ts'
import { formatTime, getTime } from '../../../kernel/text/times.ts'
import { listScannedSince } from '../../attendance/attendance-board-store.ts'
import type { Door } from '../../attendance/attendance-door.ts'
import { type DoorPerson, readDoorPeople } from '../../attendance/door-people.ts'
import { ticketExpiry } from '../../attendance/ticket.ts'
import { attendeeScope } from '../../attendee/attendee.ts'
import { findAttendee } from '../../attendee/attendee-store.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import type { Events } from '../../events.ts'
import { readByIds } from '../../lists/by-ids.ts'
import { equals, withWords } from '../../lists/filters.ts'
import { openList, readList } from '../../lists/list.ts'
import type { AttendeeRow, TypeRow } from '../../records/tables.ts'
import { doorOf } from './console-routes.ts'
import { doorPersonAnswer } from './door-answer.ts'
import type { doorRows } from './door-rows.ts'

type DoorQuery = { q?: string; attendeeId?: string }

const AT_ONCE = 20
const STREAM_SIZE = 500
/** Upper bound for the difference between the clocks of two processes. */
const SLACK_MS = 60_000

export function doorRoutes(service: Events): Handlers<typeof doorRows> {
  return {
    prepareDoor: async (request) => {
      const door = await doorOf(service, request)
      const { since, seenAt } = request.query
      const { pages, syncToken } = await openList<AttendeeRow>(
        service,
        attendeesOf(door, since !== undefined),
        since === undefined ? {} : { updatedSince: since, includeDeleted: true },
      )
      const isUpdate = since !== undefined && seenAt !== undefined
      const all = isUpdate ? joined(pages, readScanned(service, door, getTime(seenAt, '/seenAt'))) : pages
      const types = await typesOf(service, door)
      const head = await headOf(service, door, { types, syncToken })
      const lines = writeLines(service, door, { head, types, pages: all })
      return { status: 200, body: new TextStream('application/x-ndjson; charset=utf-8', lines) }
    },
    findAtDoor: async (request) => {
      const door = await doorOf(service, request)
      const rows = await findAttendees(service, door, request.query)
      const people = await readDoorPeople(service.database, door, rows)
      return { status: 200, body: { data: people.map(doorPersonAnswer(door, service.clock.now())) } }
    },
  }
}

/** The index of changes starts with the organisation; the index of an event's attendees does not contain it. */
function attendeesOf({ event }: Door, isSync: boolean) {
  return {
    name: `door/${event.id}`,
    table: 'events_attendees' as const,
    filters: [
      ...equals('organisation_id', isSync ? event.organisation_id : undefined),
      ...equals('event_id', event.id),
    ],
    order: ['id' as const],
  }
}

/** Attendees carry the event's own attendance. For a session, changes are found in its attendance records. */
async function* readScanned({ database }: Events, door: Door, seenAt: number): AsyncGenerator<AttendeeRow[]> {
  if (door.session === undefined) return
  const place = { event_id: door.eventId, session_id: door.sessionId }
  const scanned = listScannedSince(database, place, { since: seenAt - SLACK_MS, limit: STREAM_SIZE })
  for await (const ids of scanned)
    yield await readByIds<AttendeeRow>(database, { table: 'events_attendees', column: 'id', ids })
}

async function* joined<T>(...sources: AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const source of sources) yield* source
}

async function typesOf(service: Events, { event }: Door): Promise<TypeRow[]> {
  return [...(await getConfiguration(service, event.organisation_id, event.id)).types.values()]
}

async function headOf(
  { clock, signer, urls }: Events,
  { event, session }: Door,
  { types, syncToken }: { types: readonly TypeRow[]; syncToken: string },
) {
  const ends = session ?? event
  return {
    eventId: event.id,
    title: event.title,
    sessionId: session?.id ?? null,
    sessionTitle: session?.title ?? null,
    timezone: event.timezone,
    endsAt: formatTime(ends.ends_at),
    /** The device may delete the list after this time. */
    keepUntil: formatTime(ticketExpiry(event)),
    at: formatTime(clock.now()),
    issuer: urls.issuer,
    keys: (await signer.publicKeys('issuer')).keys,
    types: types.map(({ id, name }) => ({ id, name })),
    syncToken,
  }
}

type Lines = { head: object; types: readonly TypeRow[]; pages: AsyncIterable<AttendeeRow[]> }

async function* writeLines(
  service: Events,
  door: Door,
  { head, types, pages }: Lines,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  const indexes = new Map(types.map(({ id }, at) => [id, at]))
  let count = 0
  for await (const rows of pages) {
    const people = await readDoorPeople(service.database, door, rows)
    count += people.length
    yield people.map((person) => `${JSON.stringify(lineOf(person, indexes))}\n`).join('')
  }
  yield `${JSON.stringify({ end: count })}\n`
}

function lineOf(
  { attendee, typeId, confirmationNumber, standing, record }: DoorPerson,
  indexes: ReadonlyMap<string, number>,
): unknown[] {
  if (attendee.deleted_at !== null) return [attendee.id]
  const type = typeId === null ? null : (indexes.get(typeId) ?? null)
  const { id, first_name, last_name } = attendee
  const line = [id, first_name, last_name, type, confirmationNumber, standing]
  // Left out for generation 0, which most attendees keep, so that the list stays small.
  const generation = attendee.ticket_generation === 0 ? [] : [attendee.ticket_generation]
  if (record === undefined)
    return generation.length === 0 ? line : [...line, null, null, null, null, ...generation]
  const { status, checked_in_at, checked_out_at, gate, nonce } = record
  return [...line, status, checked_out_at ?? checked_in_at, gate, nonce, ...generation]
}

async function findAttendees(service: Events, door: Door, query: DoorQuery): Promise<AttendeeRow[]> {
  const { attendeeId, q = '' } = query
  const { eventId } = door
  if (attendeeId !== undefined) {
    const row = await findAttendee(service.database, attendeeId)
    return row === undefined || row.event_id !== eventId || row.deleted_at !== null ? [] : [row]
  }
  const filters = withWords(service.database.capabilities, attendeeScope(eventId), q)
  if (filters.length === 0) return []
  const list = { ...attendeesOf(door, false), filters: [...equals('event_id', eventId), ...filters] }
  return (await readList<AttendeeRow>(service, list, { pageSize: AT_ONCE })).rows
}
