import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AttendanceRow, EventsTables } from '../records/tables.ts'

const { many, tx } = storeOf<EventsTables>()

const expect = tx.guarded(
  (db, p: { event_id: string; session_id: string; attendee_id: string; expected: number; before: number }) =>
    db
      .updateTable('events_attendance')
      .set({ expected: p.expected })
      .where('event_id', '=', p.event_id)
      .where('session_id', '=', p.session_id)
      .where('attendee_id', '=', p.attendee_id)
      .where('expected', '=', p.before),
)
const recordsOf = many((db, p: { attendee_id: string; expected: number }) =>
  db
    .selectFrom('events_attendance')
    .select(['event_id', 'session_id', 'attendee_id'])
    .where('attendee_id', '=', p.attendee_id)
    .where('expected', '=', p.expected),
)
type Attended = Pick<AttendanceRow, 'event_id' | 'session_id' | 'attendee_id'>

/** Attendance records of this attendee at places where they had no reservation. */
export function listUnexpected(tx: Transaction, attendeeId: string): Promise<Attended[]> {
  return recordsOf(tx, { attendee_id: attendeeId, expected: 0 })
}

/** Attendance records of this attendee at places where they have a reservation. */
export function listExpected(tx: Transaction, attendeeId: string): Promise<Attended[]> {
  return recordsOf(tx, { attendee_id: attendeeId, expected: 1 })
}

/** False if there is no record, or if it already has this value. */
export function changeExpectation(
  tx: Transaction,
  place: Pick<AttendanceRow, 'event_id' | 'session_id' | 'attendee_id'>,
  expected: 0 | 1,
): Promise<boolean> {
  const { event_id, session_id, attendee_id } = place
  return expect(tx, { event_id, session_id, attendee_id, expected, before: 1 - expected })
}
