import { createHash } from 'node:crypto'
import { type AttendanceAnswer, attendanceRecord } from '../records/attendance.ts'
import type { AttendanceRow } from '../records/tables.ts'

/** Where an attendee is expected: an event, or one of its sessions. */
export type AttendancePlace = {
  readonly eventId: string
  /** '' means the event itself. */
  readonly sessionId: string
}

/** The first characters of a UUIDv7, which hold the time and the counter of ids generated here. */
const HEAD = 26

/** The id of an attendance record is the same before and after the attendee arrives, and sorts like the attendee's id. */
export function attendanceId(attendeeId: string, sessionId: string): string {
  const tail = createHash('sha256').update(`${attendeeId}/${sessionId}`).digest('hex')
  return attendeeId.slice(0, HEAD) + tail.slice(0, 36 - HEAD)
}

/** The id of the counter that belongs to a place. */
export function placeIdOf({ eventId, sessionId }: AttendancePlace): string {
  return sessionId === '' ? eventId : sessionId
}

export function attendanceAnswer(row: AttendanceRow): AttendanceAnswer {
  const { checked_in_at, checked_out_at } = row
  return attendanceRecord.toAnswer(row, {
    sessionId: row.session_id === '' ? null : row.session_id,
    durationSeconds: checked_out_at === null ? null : Math.floor((checked_out_at - checked_in_at) / 1000),
  })
}

/** The answer for an attendee who is expected and has not come. */
export function absenceAnswer(
  { eventId, sessionId }: AttendancePlace,
  attendee: { readonly attendee_id: string; readonly registration_id: string },
  over: boolean,
): AttendanceAnswer {
  return {
    id: attendanceId(attendee.attendee_id, sessionId),
    eventId,
    sessionId: sessionId === '' ? null : sessionId,
    attendeeId: attendee.attendee_id,
    registrationId: attendee.registration_id,
    status: over ? 'no-show' : 'registered',
    checkedInAt: null,
    checkedOutAt: null,
    durationSeconds: null,
    mode: null,
    method: null,
    device: null,
    gate: null,
    nonce: null,
  }
}
