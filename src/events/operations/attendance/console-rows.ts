import * as Type from 'typebox'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { attendanceBoard, attendanceFlow, doorPerson } from '../../attendance/door-schema.ts'
import { listOf, pageQuery, words } from '../../lists/list-query.ts'
import { attendance } from '../../records/attendance.ts'
import { text } from '../../records/values.ts'
import { forOperators } from '../base/rows.ts'

const read = { scope: 'registrations:read', orScope: 'attendance:write', method: 'GET' } as const
const { cursor, pageSize } = pageQuery
const sessionId = Type.Optional(text(64))

/** The live attendance board, and attendance records with names. */
export const attendanceRows = forOperators('attendance', {
  getAttendanceBoard: {
    ...read,
    path: '/{eventId}/attendance/board',
    summary: 'How many came, and who came last',
    query: closed({ sessionId, withSessions: Type.Optional(Type.Boolean()) }),
    answers: { 200: json(attendanceBoard, 'From counters.') },
  },
  getAttendanceFlow: {
    ...read,
    path: '/{eventId}/attendance/flow',
    summary: 'How many came in each five minutes',
    query: closed({ sessionId }),
    answers: { 200: json(attendanceFlow, 'Not older than ten seconds.') },
  },
  listAttendanceRecords: {
    ...read,
    path: '/{eventId}/attendance/records',
    summary: 'Who is expected and who came, with their names',
    query: closed({
      sessionId,
      cursor,
      pageSize,
      status: Type.Optional(attendance.properties.status),
      q: Type.Optional(words),
    }),
    answers: { 200: json(listOf(doorPerson), 'The page.') },
  },
  undoCheckIn: {
    scope: 'attendance:write',
    method: 'DELETE',
    path: '/{eventId}/attendance/records/{attendeeId}',
    summary: 'Take back that somebody came',
    query: closed({ sessionId }),
    answers: { 204: empty('As if nobody had come.') },
  },
})
