import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import { type Door, getDoor } from '../../attendance/attendance-door.ts'
import {
  type AttendanceQuery,
  listAttendance,
  readAttendance,
  summarizeAttendance,
} from '../../attendance/attendance-list.ts'
import type { Events } from '../../events.ts'
import { type AttendanceAnswer, attendance } from '../../records/attendance.ts'
import { chooseType, streamPages } from '../base/list-answer.ts'
import { answerCheckIn } from './check-in-answer.ts'
import type { attendanceRows, checkInRows } from './registration-rows.ts'

type OfDoor = { params: { eventId: string; sessionId?: string }; principal: Principal }
type ListRequest = OfDoor & { query: AttendanceQuery; header(name: string): string | undefined }

export function attendanceRoutes(service: Events): Handlers<typeof attendanceRows> {
  const answer = async (request: ListRequest) =>
    answerAttendance(service, await doorOf(service, request), request)
  return { listAttendance: answer, listSessionAttendance: answer }
}

export function checkInRoutes(service: Events): Handlers<typeof checkInRows> {
  return {
    checkIn: async (request) => answerCheckIn(service, await doorOf(service, request), request),
    checkInToSession: async (request) => answerCheckIn(service, await doorOf(service, request), request),
  }
}

function doorOf(service: Events, { params, principal }: OfDoor): Promise<Door> {
  return getDoor(service.database, { ...params, organisationId: principal.organisationId })
}

async function answerAttendance(service: Events, door: Door, { query, header }: ListRequest) {
  const type = chooseType(header('accept'))
  if (type === 'application/json') {
    const page = await listAttendance(service, door, query)
    return { status: 200 as const, body: { ...page, summary: await summarizeAttendance(service, door) } }
  }
  const presentation = {
    schema: attendance,
    present: (items: readonly AttendanceAnswer[]) => [...items],
    withDeleted: false,
  }
  return { status: 200 as const, body: streamPages(type, readAttendance(service, door, query), presentation) }
}
