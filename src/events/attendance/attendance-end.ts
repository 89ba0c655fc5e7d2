import type { Transaction } from '../../kernel/database/database.ts'
import { countAttendance } from '../places/place-store.ts'
import type { AttendeeRow, EnrolmentRow } from '../tables.ts'
import { changeExpectation, removeAttendance, unmarkAttendee } from './attendance-end-store.ts'
import { placeIdOf } from './attendance-record.ts'
import { countsBetween } from './attendance-scan.ts'

/** Whoever is expected no longer is not counted among those who came. */
export async function forgetAttendance(tx: Transaction, attendees: readonly AttendeeRow[]): Promise<void> {
  for (const { id } of attendees)
    for (const record of await removeAttendance(tx, id)) {
      const { event_id: eventId, session_id: sessionId } = record
      await countAttendance(tx, {
        id: placeIdOf({ eventId, sessionId }),
        ...countsBetween(record, undefined),
      })
      if (sessionId === '') await unmarkAttendee(tx, id)
    }
}

/** Whoever came to a session before or after they had a place there is counted as it is now. */
export async function noteEnrolment(
  tx: Transaction,
  enrolment: Pick<EnrolmentRow, 'event_id' | 'session_id' | 'attendee_id'>,
  expected: 0 | 1,
): Promise<void> {
  if (!(await changeExpectation(tx, enrolment, expected))) return
  const walkIns = expected === 1 ? -1 : 1
  await countAttendance(tx, { id: enrolment.session_id, checkedIn: 0, checkedOut: 0, walkIns })
}
