import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import { attendanceRecord } from '../records/attendance.ts'
import type { AttendanceRow, EnrolmentRow, EventsTables, NonceRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

const find = statement((db, p: { id: string }) =>
  db.selectFrom('events_attendance').selectAll().where('id', '=', p.id),
)
const insert = statement((db, p: AttendanceRow) =>
  db
    .insertInto('events_attendance')
    .values(pick(p, attendanceRecord.columns.fixed, attendanceRecord.columns.changing))
    .onConflict((conflict) => conflict.doNothing()),
)
const replace = statement((db, p: Omit<AttendanceRow, 'organisation_id'> & { known: number }) =>
  db
    .updateTable('events_attendance')
    .set(pick(p, attendanceRecord.columns.changing))
    .where('id', '=', p.id)
    .where('version', '=', p.known),
)
const remove = statement((db, p: { id: string; known: number }) =>
  db.deleteFrom('events_attendance').where('id', '=', p.id).where('version', '=', p.known),
)
const findNonceRow = statement((db, p: { organisation_id: string; subject: string; nonce: string }) =>
  db
    .selectFrom('events_nonces')
    .select('attendance_id')
    .where('organisation_id', '=', p.organisation_id)
    .where('subject', '=', p.subject)
    .where('nonce', '=', p.nonce),
)
const insertNonce = statement((db, p: NonceRow) =>
  db
    .insertInto('events_nonces')
    .values({
      organisation_id: p.organisation_id,
      subject: p.subject,
      nonce: p.nonce,
      attendance_id: p.attendance_id,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
)
const sweepNonces = createSweep('events_nonces', {
  key: ['organisation_id', 'subject', 'nonce'],
  by: 'created_at',
})
const typeOf = statement((db, p: { registration_id: string }) =>
  db
    .selectFrom('events_registrations')
    .leftJoin('events_types', 'events_types.id', 'events_registrations.registration_type_id')
    .select(['events_registrations.registration_type_id', 'events_types.is_virtual'])
    .where('events_registrations.id', '=', p.registration_id),
)
const enrolmentIn = statement((db, p: { session_id: string; attendee_id: string }) =>
  db
    .selectFrom('events_enrolments')
    .select('status')
    .where('session_id', '=', p.session_id)
    .where('attendee_id', '=', p.attendee_id),
)

type Mark = {
  id: string
  checked_in: number
  checked_in_at: number | null
  checked_out_at: number | null
  change: number
  updated_at: number
}
const mark = statement((db, p: Mark) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({
      checked_in: p.checked_in,
      checked_in_at: p.checked_in_at,
      checked_out_at: p.checked_out_at,
      change: p.change,
      updated_at: p.updated_at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id),
)

export function findAttendance(db: Reader, id: string): Promise<AttendanceRow | undefined> {
  return db.first(find, { id })
}

/** False: somebody else was first. */
export async function addAttendance(tx: Transaction, row: AttendanceRow): Promise<boolean> {
  return (await tx.run(insert, row)) === 1
}

/** False: somebody else has changed it meanwhile. */
export async function replaceAttendance(
  tx: Transaction,
  row: AttendanceRow,
  known: number,
): Promise<boolean> {
  return (await tx.run(replace, { ...row, known })) === 1
}

export async function removeAttendance(tx: Transaction, id: string, known: number): Promise<boolean> {
  return (await tx.run(remove, { id, known })) === 1
}

/** The record that a nonce has made. */
export async function findNonce(
  db: Reader,
  nonce: { organisation_id: string; subject: string; nonce: string },
): Promise<string | undefined> {
  return (await db.first(findNonceRow, nonce))?.attendance_id
}

/** False: it is used already. */
export async function addNonce(tx: Writer, row: NonceRow): Promise<boolean> {
  return (await tx.run(insertNonce, row)) === 1
}

export function findTypeOf(
  db: Reader,
  registrationId: string,
): Promise<{ registration_type_id: string | null; is_virtual: number | null } | undefined> {
  return db.first(typeOf, { registration_id: registrationId })
}

export async function findEnrolmentStatus(
  db: Reader,
  sessionId: string,
  attendeeId: string,
): Promise<EnrolmentRow['status'] | undefined> {
  return (await db.first(enrolmentIn, { session_id: sessionId, attendee_id: attendeeId }))?.status
}

/** Attendees carry what the event's own attendance says. */
export async function markAttendance(tx: Transaction, marked: Mark): Promise<void> {
  await tx.run(mark, marked)
}

export function deleteNonces(db: Writer, before: number): Promise<number> {
  return sweepNonces(db, before)
}
