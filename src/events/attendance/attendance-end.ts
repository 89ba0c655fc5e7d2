import type { Transaction } from '../../kernel/database/database.ts'
import { countAttendance } from '../places/place-store.ts'
import type { AttendanceRow, AttendeeRow, EnrolmentRow } from '../records/tables.ts'
import { getDoor, isExpected } from './attendance-door.ts'
import { changeExpectation, listExpected, listUnexpected } from './attendance-end-store.ts'
import { placeIdOf } from './attendance-record.ts'

/** After a cancellation, an attendee who came keeps the attendance record and is counted as unexpected. */
export async function endExpectation(tx: Transaction, attendees: readonly AttendeeRow[]): Promise<void> {
  for (const { id } of attendees)
    for (const record of await listExpected(tx, id)) await countExpectation(tx, record, 0)
}

/** An attendee who came to a session counts as expected exactly if they have a place there now. */
export async function noteEnrolment(
  tx: Transaction,
  enrolment: Pick<EnrolmentRow, 'event_id' | 'session_id' | 'attendee_id'>,
  expected: 0 | 1,
): Promise<void> {
  await countExpectation(tx, enrolment, expected)
}

/** An attendee who was let in while on the waiting list counts as expected once they get a place. */
export async function noteAdmission(tx: Transaction, attendees: readonly AttendeeRow[]): Promise<void> {
  for (const attendee of attendees)
    for (const record of await listUnexpected(tx, attendee.id)) {
      const { event_id: eventId, session_id: sessionId } = record
      const organisationId = attendee.organisation_id
      const door = await getDoor(tx, { organisationId, eventId, ...(sessionId === '' ? {} : { sessionId }) })
      if (await isExpected(tx, door, { ...attendee, status: 'active' })) await countExpectation(tx, record, 1)
    }
}

async function countExpectation(
  tx: Transaction,
  place: Pick<AttendanceRow, 'event_id' | 'session_id' | 'attendee_id'>,
  expected: 0 | 1,
): Promise<void> {
  if (!(await changeExpectation(tx, place, expected))) return
  const id = placeIdOf({ eventId: place.event_id, sessionId: place.session_id })
  await countAttendance(tx, { id, checkedIn: 0, checkedOut: 0, walkIns: expected === 1 ? -1 : 1 })
}
