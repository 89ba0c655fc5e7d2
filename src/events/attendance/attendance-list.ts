import { decodeCursor, encodeCursor } from '../../kernel/contract/cursor.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import type { Events } from '../events.ts'
import { inQuery } from '../lists/bad-parameter.ts'
import type { PageQuery, Paging } from '../lists/list-query.ts'
import { cursorsOf, offsetOf, USUAL_SIZE } from '../lists/paging.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import type { AttendanceAnswer } from '../records/attendance.ts'
import { type Door, isOver, typeIdsOf } from './attendance-door.ts'
import {
  type AttendanceSlice,
  countNamed,
  countOffered,
  isNamed,
  readAbsent,
  readRecords,
} from './attendance-list-store.ts'
import { absenceAnswer, attendanceAnswer, placeIdOf } from './attendance-record.ts'

export type AttendanceQuery = PageQuery & {
  status?: AttendanceAnswer['status']
  attendeeId?: string
  registrationId?: string
}

type Part = { readonly after: string | undefined; readonly backward: boolean; readonly limit: number }

const STREAM_SIZE = 200

/** Everyone who is expected and everyone who came unexpectedly; keyset paging by attendee. */
export async function listAttendance(
  service: Events,
  door: Door,
  query: AttendanceQuery,
): Promise<{ data: AttendanceAnswer[]; paging: Paging }> {
  const size = query.pageSize ?? USUAL_SIZE
  const name = cursorName(door)
  const skipped = offsetOf(query, size)
  const place = query.cursor === undefined ? undefined : openCursor(service, name, query.cursor)
  const backward = place?.backward ?? false
  const limit = skipped + size + 1
  const found = (
    await readPart(service, door, { query, part: { after: place?.after, backward, limit } })
  ).slice(skipped)
  const more = found.length > size
  const data = found.slice(0, size)
  if (backward) data.reverse()
  const cursorAt = ({ attendeeId }: AttendanceAnswer, back: 0 | 1) =>
    encodeCursor(service.vault, name, [back, attendeeId])
  const isFirst = place === undefined && skipped === 0
  const total = query.count === true ? { totalCount: await countAll(service, door, query) } : {}
  return {
    data,
    paging: {
      pageSize: size,
      ...total,
      ...cursorsOf({ rows: data, more, backward, isFirst, cursorAt }),
    },
  }
}

/**
 * The whole list, wherever the cursor is, page by page so that memory stays bounded. A cursor that the list did not
 * give out is refused.
 */
export function readAttendance(
  service: Events,
  door: Door,
  query: AttendanceQuery,
): AsyncGenerator<AttendanceAnswer[]> {
  if (query.cursor !== undefined) openCursor(service, cursorName(door), query.cursor)
  const start = { backward: false, limit: STREAM_SIZE }
  return slicesOf<AttendanceAnswer>(STREAM_SIZE, (last) =>
    readPart(service, door, { query, part: { ...start, after: last?.attendeeId } }),
  )
}

/** Answered from counters: a million attendees cost as much as ten. */
export async function summarizeAttendance(service: Events, door: Door) {
  const { registered, checkedIn, checkedOut, walkIns } = await countPlace(service, door)
  const absent = Math.max(0, registered - (checkedIn + checkedOut - walkIns))
  return { registered, checkedIn, checkedOut, noShow: isOver(door, service.clock.now()) ? absent : 0 }
}

/** The counters of a place, and how many people it expects. */
async function countPlace(service: Events, door: Door) {
  const { session, eventId } = door
  const typeIds = session === undefined || session.included === 0 ? [] : typeIdsOf(session)
  const own = placeIdOf(door)
  const expecting = session?.included === 0 ? [own] : typeIds.length === 0 ? [eventId] : typeIds
  const places = await readPlacesOf(service.database, [...new Set([own, ...expecting])])
  let registered = expecting.reduce((sum, id) => sum + (places.get(id)?.registered ?? 0), 0)
  for (const typeId of typeIds) registered -= await countOffered(service.database, eventId, typeId)
  const { checkedIn = 0, checkedOut = 0, walkIns = 0 } = places.get(own) ?? {}
  return { registered, checkedIn, checkedOut, walkIns }
}

type Wanted = { records: boolean; absent: boolean; slice: AttendanceSlice }

/** Before the end an absent attendee is `registered`, afterwards `no-show`. */
function wantedOf(
  door: Door,
  { status, attendeeId, registrationId }: AttendanceQuery,
  over: boolean,
): Wanted {
  const { session, eventId, sessionId } = door
  const typeIds = session === undefined ? [] : typeIdsOf(session)
  const come = status === 'checked-in' || status === 'checked-out' ? status : undefined
  return {
    records: status === undefined || come !== undefined,
    absent: status === undefined || status === (over ? 'no-show' : 'registered'),
    slice: {
      eventId,
      sessionId,
      expected: session?.included === 0 ? 'enrolled' : typeIds.length === 0 ? 'all' : typeIds,
      attendeeId,
      registrationId,
      status: come,
    },
  }
}

/** Merges two lists without common members, both ordered by attendee. */
async function readPart(
  { database, clock }: Events,
  door: Door,
  { query, part }: { query: AttendanceQuery; part: Part },
): Promise<AttendanceAnswer[]> {
  const over = isOver(door, clock.now())
  const { records, absent, slice } = wantedOf(door, query, over)
  const read = () => readRecords(database, slice, part)
  // A page of records ends the search for the absent: where most people came, few of them are left to be found.
  const first = records && absent ? await read() : []
  const until = first[part.limit - 1]?.attendee_id
  const missing = absent ? await readAbsent(database, slice, { ...part, until }) : []
  // Records are read before and after the absent, so that nobody is missed or listed twice who is checked in, or whose
  // check-in is undone, in between.
  const present = records ? await read() : []
  const merged = new Map(first.map((row) => [row.attendee_id, attendanceAnswer(row)]))
  for (const row of missing) merged.set(row.attendee_id, absenceAnswer(door, row, over))
  for (const row of present) merged.set(row.attendee_id, attendanceAnswer(row))
  const sign = part.backward ? -1 : 1
  return [...merged.values()]
    .sort((a, b) => (a.attendeeId < b.attendeeId ? -sign : sign))
    .slice(0, part.limit)
}

/** The counters of the place know how many are in the whole list and in each status. */
async function countAll(service: Events, door: Door, query: AttendanceQuery): Promise<number> {
  const { database, clock } = service
  const { records, absent, slice } = wantedOf(door, query, isOver(door, clock.now()))
  if (isNamed(slice)) {
    const missing = absent ? await countNamed(database, slice, 'absent-count') : 0
    return missing + (records ? await countNamed(database, slice, 'record-count') : 0)
  }
  const { registered, checkedIn, checkedOut, walkIns } = await countPlace(service, door)
  const came = checkedIn + checkedOut
  const missing = absent ? Math.max(0, registered - (came - walkIns)) : 0
  if (!records) return missing
  return (
    missing + (slice.status === undefined ? came : slice.status === 'checked-in' ? checkedIn : checkedOut)
  )
}

function cursorName({ eventId, sessionId }: Door): string {
  return `attendance/${eventId}/${sessionId}`
}

function openCursor({ vault }: Events, name: string, cursor: string) {
  const [backward, after] = inQuery('cursor', () => decodeCursor(vault, name, cursor))
  return { backward: backward === 1, after: String(after) }
}
