import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { type Touch, touched } from '../change-store.ts'
import { attendeeRecord } from '../records/attendee.ts'
import type { AttendeeRow, EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'

const { one, tx } = storeOf<EventsTables>()

export const findAttendee = one((db, id: string) =>
  db.selectFrom('events_attendees').selectAll().where('id', '=', id),
)

/** With the sessions of the live enrolments, separated by spaces. */
export const findEnrolledAttendee = one((db, id: string) =>
  db
    .selectFrom('events_attendees')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('events_enrolments')
        .select(sql<string | null>`string_agg(session_id, ' ')`.as('ids'))
        .whereRef('attendee_id', '=', 'events_attendees.id')
        .where('events_enrolments.status', '<>', 'cancelled')
        .as('enrolled'),
    )
    .where('id', '=', id),
)

/** False if another transaction has changed the attendee since: guarded by the version that was read. */
export const replaceAttendee = tx.guarded((db, row: AttendeeRow, known: number) =>
  db
    .updateTable('events_attendees')
    .set(pick(row, attendeeRecord.columns.changing))
    .where('id', '=', row.id)
    .where('version', '=', known),
)

/** The current row, or none. It is locked until the transaction ends. */
export const holdAttendee = tx.many((db, id: string) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll(),
)

const touch = tx.run((db, p: Touch & { id: string }) =>
  db.updateTable('events_attendees').set(touched(p)).where('id', '=', p.id),
)

/** Gives the attendee a new change number, so that clients that sync read data again that is shown with it. */
export async function touchAttendee(tx: Transaction, id: string, moment: Moment): Promise<void> {
  await touch(tx, { id, ...at(moment) })
}
