import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { attendeeRecord } from '../records/attendee.ts'
import type { AttendeeRow, EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'

const statement = statementsOf<EventsTables>()

const find = statement((db, p: { id: string }) =>
  db.selectFrom('events_attendees').selectAll().where('id', '=', p.id),
)

/** Guarded by the version that was read. */
const replace = statement((db, p: Omit<AttendeeRow, 'organisation_id'> & { known: number }) =>
  db
    .updateTable('events_attendees')
    .set(pick(p, attendeeRecord.columns.changing))
    .where('id', '=', p.id)
    .where('version', '=', p.known),
)
/** Nobody else changes it until the transaction ends. */
const hold = statement((db, p: { id: string }) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', p.id)
    .returningAll(),
)

const touch = statement((db, p: { id: string; change: number; updated_at: number }) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({ change: p.change, updated_at: p.updated_at, version: eb('version', '+', 1) }))
    .where('id', '=', p.id),
)

/** What is told of it elsewhere is another: whoever follows attendees reads it again. */
export async function touchAttendee(tx: Transaction, id: string, moment: Moment): Promise<void> {
  await tx.run(touch, { id, ...at(moment) })
}

/** The row as it is now, or none. */
export function holdAttendee(tx: Transaction, id: string): Promise<AttendeeRow[]> {
  return tx.all(hold, { id })
}

/** False: somebody else has changed it meanwhile. */
export async function replaceAttendee(tx: Transaction, row: AttendeeRow, known: number): Promise<boolean> {
  return (await tx.run(replace, { ...row, known })) === 1
}

export function findAttendee(db: Reader, id: string): Promise<AttendeeRow | undefined> {
  return db.first(find, { id })
}
