import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json, jsonOrText } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { pageQuery, paging, streamTypes } from '../../lists/list-query.ts'
import { attendance, attendanceSummary, checkInInputs } from '../../records/attendance.ts'
import { text } from '../../records/values.ts'
import { bulkOf } from '../base/bulk-answer.ts'
import { onceHeaders, tagRows } from '../base/rows.ts'

const ofEvent = '/api/v1/events/{eventId}/attendance'
const ofSession = `${ofEvent}/{sessionId}` as const
const MOST_BYTES = 1_048_576

const query = closed({
  ...pageQuery,
  status: Type.Optional(attendance.properties.status),
  attendeeId: Type.Optional(text(64)),
  registrationId: Type.Optional(text(64)),
})
const list = Type.Object({ data: Type.Array(attendance), paging, summary: attendanceSummary })
const answers = { 200: jsonOrText(list, 'The page and the summary.', { otherTypes: streamTypes }) }
const description =
  'Everyone who is expected is in the list: `registered` until they come, `no-show` once it is over. The summary counts all of them, whatever the filters.'

export const attendanceRows = tagRows('attendance', {
  listAttendance: {
    scope: 'registrations:read',
    orScope: 'attendance:write',
    method: 'GET',
    path: ofEvent,
    summary: 'Who came to an event',
    description,
    query,
    answers,
  },
  listSessionAttendance: {
    scope: 'registrations:read',
    orScope: 'attendance:write',
    method: 'GET',
    path: ofSession,
    summary: 'Who came to a session',
    description,
    query,
    answers,
  },
})

const checkIn = {
  scope: 'attendance:write',
  method: 'POST',
  description:
    'One scan, or up to 1,000 that are judged one by one. `registrationId` stands for everyone of it, and is answered with the primary attendee. `at` is the time of a scan that was taken offline: in whatever order scans arrive, the earliest check-in counts and the scan that was taken last decides the status. A check-out of somebody whose check-in is not known needs `force`. The same `nonce` again gets the same record; for somebody else it is refused.',
  headers: onceHeaders,
  body: jsonBody(checkInInputs, { maxBytes: MOST_BYTES }),
  answers: {
    200: json(attendance, 'The record that the nonce made.'),
    201: json(attendance, 'The record.'),
    207: json(bulkOf(attendance), 'What became of each item.'),
  },
  problems: ['already-checked-in', 'not-checked-in', 'not-expected'],
} as const

/** Operations in addition to the 38 of the original API contract. */
export const checkInRows = tagRows('beyond', {
  checkIn: { ...checkIn, path: ofEvent, summary: 'Check in at an event, or out' },
  checkInToSession: {
    ...checkIn,
    path: ofSession,
    summary: 'Check in at a session, or out',
  },
})
