import * as Type from 'typebox'
import { byServer, elsewhere, fixed, required, stored, timestamp } from '../../kernel/contract/member.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { identity, ofEvent } from './tracked.ts'
import { count, id, idOrNull, oneOf, text, textOrNull, time, timeOrNull } from './values.ts'

const method = oneOf('scan', 'manual', 'import', 'join')

/** One of `attendeeId`, `registrationId` and `ticket` is required. */
export const checkInInput = closed(
  optional({
    attendeeId: text(64),
    registrationId: text(64),
    ticket: text(2_000),
    status: oneOf('checked-in', 'checked-out'),
    at: time,
    nonce: text(200, 1),
    force: Type.Boolean(),
    mode: text(60),
    method,
    device: text(200),
    gate: text(200),
  }),
)
export type CheckInInput = Type.Static<typeof checkInInput>

/** One check-in, or up to 1,000 that are judged one by one. */
export const checkInInputs = Type.Unsafe<CheckInInput | unknown[]>({
  ...checkInInput,
  type: ['object', 'array'],
  minItems: 1,
  maxItems: 1_000,
  items: { description: 'As one by itself.' },
})

const shownStatus = oneOf('registered', 'checked-in', 'checked-out', 'no-show')

/** Attendance. Attendees who have not come yet have no row. */
export const attendanceRecord = defineRecord(
  {
    ...identity,
    ...ofEvent,
    sessionId: fixed(elsewhere(idOrNull)),
    attendeeId: fixed(required('attendee_id', id)),
    registrationId: fixed(required('registration_id', id)),
    status: byServer(required('status', oneOf('checked-in', 'checked-out'), { shown: shownStatus })),
    checkedInAt: byServer(timestamp('checked_in_at', time, { shown: timeOrNull })),
    checkedOutAt: byServer(timestamp('checked_out_at', timeOrNull)),
    durationSeconds: byServer(elsewhere(Type.Unsafe<number | null>({ type: ['integer', 'null'] }))),
    mode: byServer(stored('mode', textOrNull(), null)),
    method: byServer(required('method', Type.String(), { shown: textOrNull() })),
    device: byServer(stored('device', textOrNull(), null)),
    gate: byServer(stored('gate', textOrNull(), null)),
    nonce: byServer(stored('nonce', textOrNull(), null)),
  },
  {
    fixed: ['organisation_id', 'session_id'],
    changing: ['expected', 'decided_at', 'version', 'updated_at'],
  },
)

export const attendance = Type.Object(attendanceRecord.answer)
export type AttendanceAnswer = Type.Static<typeof attendance>

export const attendanceSummary = Type.Object({
  registered: count,
  checkedIn: count,
  checkedOut: count,
  noShow: count,
})
