import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { inOrder } from '../../../kernel/database/by-ids.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { countSessions, readArrivals, readFlow } from '../../attendance/attendance-board.ts'
import { type Door, getDoor, isOver } from '../../attendance/attendance-door.ts'
import {
  type AttendanceQuery,
  listAttendance,
  summarizeAttendance,
} from '../../attendance/attendance-list.ts'
import { againWhereLost } from '../../attendance/attendance-race.ts'
import { readDoorPeople } from '../../attendance/door-people.ts'
import { attendeeScope } from '../../attendee/attendee.ts'
import { undoCheckIn } from '../../check-in/undo-check-in.ts'
import type { Events } from '../../events.ts'
import { readByIds } from '../../lists/by-ids.ts'
import { equals, withWords } from '../../lists/filters.ts'
import { readList } from '../../lists/list.ts'
import type { AttendeeRow } from '../../records/tables.ts'
import { startMoment } from '../../tracking.ts'
import type { attendanceRows } from './console-rows.ts'
import { doorPersonAnswer } from './door-answer.ts'

type OfDoor = { params: { eventId: string }; query: { sessionId?: string }; principal: Principal }

export function attendanceRoutes(service: Events): Handlers<typeof attendanceRows> {
  return {
    getAttendanceBoard: async (request) => {
      const door = await doorOf(service, request)
      return { status: 200, body: await presentBoard(service, door, request.query.withSessions === true) }
    },
    getAttendanceFlow: async (request) => {
      const { from, slotMs, counts } = await readFlow(service, await doorOf(service, request))
      return { status: 200, body: { from: formatTime(from), slotSeconds: slotMs / 1_000, counts } }
    },
    listAttendanceRecords: async (request) => {
      const door = await doorOf(service, request)
      const { q, sessionId: _session, ...query } = request.query
      const body =
        q === undefined
          ? await listRecords(service, door, query)
          : await findRecords(service, door, { ...query, q })
      return { status: 200, body }
    },
    undoCheckIn: async (request) => {
      const door = await doorOf(service, request)
      const { attendeeId } = request.params
      await againWhereLost(() =>
        service.database.write(async (tx) =>
          undoCheckIn(tx, service, door, { attendeeId, moment: await startMoment(tx, service) }),
        ),
      )
      return { status: 204 }
    },
  }
}

export function doorOf(service: Events, { params, query, principal }: OfDoor): Promise<Door> {
  return getDoor(service.database, {
    eventId: params.eventId,
    organisationId: principal.organisationId,
    ...(query.sessionId === undefined ? {} : { sessionId: query.sessionId }),
  })
}

async function presentBoard(service: Events, door: Door, withSessions: boolean) {
  const now = service.clock.now()
  const sessions = withSessions ? await countSessions(service, door) : undefined
  return {
    at: formatTime(now),
    isOver: isOver(door, now),
    summary: await summarizeAttendance(service, door),
    latest: (await readArrivals(service, door)).map(doorPersonAnswer(door, now)),
    ...(sessions === undefined ? {} : { sessions }),
  }
}

async function listRecords(service: Events, door: Door, query: AttendanceQuery) {
  const { data, paging } = await listAttendance(service, door, query)
  const ids = data.map(({ attendeeId }) => attendeeId)
  const { database, clock } = service
  const rows = await readByIds<AttendeeRow>(database, { table: 'events_attendees', column: 'id', ids })
  const people = await readDoorPeople(database, door, rows)
  const answers = people.map(doorPersonAnswer(door, clock.now()))
  return { data: inOrder(ids, answers, ({ attendeeId }) => attendeeId), paging }
}

/** A word search covers all attendees of the event, whether or not they are expected here. */
async function findRecords(
  service: Events,
  door: Door,
  { q, status, ...page }: AttendanceQuery & { q: string },
) {
  const { database, clock } = service
  const list = {
    name: `attendance-found/${door.eventId}/${door.sessionId}`,
    table: 'events_attendees' as const,
    filters: [
      ...equals('event_id', door.eventId),
      ...withWords(database.capabilities, attendeeScope(door.eventId), q),
    ],
    order: ['id' as const],
  }
  const { rows, paging } = await readList<AttendeeRow>(service, list, page)
  const people = await readDoorPeople(database, door, rows)
  const data = people.map(doorPersonAnswer(door, clock.now()))
  return { data: data.filter(({ record }) => status === undefined || record?.status === status), paging }
}
