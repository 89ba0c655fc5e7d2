import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AttendeeRow, EventsTables } from '../tables.ts'

const statement = statementsOf<EventsTables>()

const find = statement((db, p: { id: string }) =>
  db.selectFrom('events_attendees').selectAll().where('id', '=', p.id),
)

/** Guarded by the version that was read. */
const replace = statement((db, p: Omit<AttendeeRow, 'organisation_id'> & { known: number }) =>
  db
    .updateTable('events_attendees')
    .set({
      version: p.version,
      change: p.change,
      updated_at: p.updated_at,
      first_name: p.first_name,
      last_name: p.last_name,
      last_name_key: p.last_name_key,
      email: p.email,
      email_key: p.email_key,
      phone: p.phone,
      company: p.company,
      company_key: p.company_key,
      title: p.title,
      checked_in: p.checked_in,
      checked_in_at: p.checked_in_at,
      checked_out_at: p.checked_out_at,
      answers: p.answers,
      external_references: p.external_references,
    })
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
