import type { Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AttendanceRow, EventsTables } from '../tables.ts'

const statement = statementsOf<EventsTables>()

const removeOf = statement((db, p: { attendee_id: string }) =>
  db
    .deleteFrom('events_attendance')
    .where('attendee_id', '=', p.attendee_id)
    .returning(['event_id', 'session_id', 'status', 'expected']),
)
const expect = statement(
  (db, p: { event_id: string; session_id: string; attendee_id: string; expected: number; before: number }) =>
    db
      .updateTable('events_attendance')
      .set({ expected: p.expected })
      .where('event_id', '=', p.event_id)
      .where('session_id', '=', p.session_id)
      .where('attendee_id', '=', p.attendee_id)
      .where('expected', '=', p.before),
)
const unmark = statement((db, p: { id: string }) =>
  db
    .updateTable('events_attendees')
    .set({ checked_in: 0, checked_in_at: null, checked_out_at: null })
    .where('id', '=', p.id),
)

const unexpectedOf = statement((db, p: { attendee_id: string }) =>
  db
    .selectFrom('events_attendance')
    .select(['event_id', 'session_id', 'attendee_id'])
    .where('attendee_id', '=', p.attendee_id)
    .where('expected', '=', 0),
)

/** Where somebody came without a place. */
export function listUnexpected(
  tx: Transaction,
  attendeeId: string,
): Promise<Pick<AttendanceRow, 'event_id' | 'session_id' | 'attendee_id'>[]> {
  return tx.all(unexpectedOf, { attendee_id: attendeeId })
}

/** Within a transaction that gives the attendee a new version anyway. */
export async function unmarkAttendee(tx: Transaction, id: string): Promise<void> {
  await tx.run(unmark, { id })
}

/** False: there is no record, or it says so already. */
export async function changeExpectation(
  tx: Transaction,
  place: Pick<AttendanceRow, 'event_id' | 'session_id' | 'attendee_id'>,
  expected: 0 | 1,
): Promise<boolean> {
  const { event_id, session_id, attendee_id } = place
  return (await tx.run(expect, { event_id, session_id, attendee_id, expected, before: 1 - expected })) === 1
}

export function removeAttendance(
  tx: Transaction,
  attendeeId: string,
): Promise<Pick<AttendanceRow, 'event_id' | 'session_id' | 'status' | 'expected'>[]> {
  return tx.all(removeOf, { attendee_id: attendeeId })
}
