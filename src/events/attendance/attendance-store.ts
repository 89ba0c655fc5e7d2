import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import { touched } from '../change-store.ts'
import { attendanceRecord } from '../records/attendance.ts'
import type { AttendanceRow, EventsTables } from '../records/tables.ts'

const { one, value, insertNew, tx } = storeOf<EventsTables>()

export const findAttendance = one((db, id: string) =>
  db.selectFrom('events_attendance').selectAll().where('id', '=', id),
)

/** False if another transaction added the record first. */
export const addAttendance = tx.guarded((db, p: AttendanceRow) =>
  db
    .insertInto('events_attendance')
    .values(pick(p, attendanceRecord.columns.fixed, attendanceRecord.columns.changing))
    .onConflict((conflict) => conflict.doNothing()),
)

/** False if another transaction has changed the record since it was read. */
export const replaceAttendance = tx.guarded((db, row: AttendanceRow, known: number) =>
  db
    .updateTable('events_attendance')
    .set(pick(row, attendanceRecord.columns.changing))
    .where('id', '=', row.id)
    .where('version', '=', known),
)

export const removeAttendance = tx.guarded((db, id: string, known: number) =>
  db.deleteFrom('events_attendance').where('id', '=', id).where('version', '=', known),
)

/** The attendance record that was created with a nonce. */
export const findNonce = value((db, p: { organisation_id: string; subject: string; nonce: string }) =>
  db
    .selectFrom('events_nonces')
    .select('attendance_id')
    .where('organisation_id', '=', p.organisation_id)
    .where('subject', '=', p.subject)
    .where('nonce', '=', p.nonce),
)

/** False if the nonce has been used. */
export const addNonce = insertNew('events_nonces')

/** Deletes old nonces. A door device that was offline for longer gets "already checked in" when it repeats its scans. */
export const sweepNonces = createSweep('events_nonces', {
  key: ['organisation_id', 'subject', 'nonce'],
  by: 'created_at',
  keptMs: 90 * 24 * 3_600_000,
})

export const findTypeOf = one((db, registrationId: string) =>
  db
    .selectFrom('events_registrations')
    .leftJoin('events_types', 'events_types.id', 'events_registrations.registration_type_id')
    .select(['events_registrations.registration_type_id', 'events_types.is_virtual'])
    .where('events_registrations.id', '=', registrationId),
)

export const findEnrolmentStatus = value((db, sessionId: string, attendeeId: string) =>
  db
    .selectFrom('events_enrolments')
    .select('status')
    .where('session_id', '=', sessionId)
    .where('attendee_id', '=', attendeeId),
)

type Mark = {
  id: string
  checked_in: number
  checked_in_at: number | null
  checked_out_at: number | null
  change: number
  updated_at: number
}

/** Copies the event's attendance status to the attendee's row. */
export const markAttendance = tx.run((db, p: Mark) =>
  db
    .updateTable('events_attendees')
    .set({
      checked_in: p.checked_in,
      checked_in_at: p.checked_in_at,
      checked_out_at: p.checked_out_at,
      ...touched(p),
    })
    .where('id', '=', p.id),
)
