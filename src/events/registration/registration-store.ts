import type { Transaction } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { type Touch, touched } from '../change-store.ts'
import type { StoredForm } from '../configured.ts'
import { indexAnswers } from '../form/answer-index.ts'
import type { Answers } from '../form/definition.ts'
import { attendeeRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import {
  type AnswerRow,
  type AttendeeRow,
  type AttendeeStatus,
  type EventsTables,
  liveStates,
  type RegistrationRow,
} from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'

const statement = statementsOf<EventsTables>()
const { one, many, exists, run, guarded, insert, tx } = storeOf<EventsTables>()

/** False if a live registration has the same address, or another one has the confirmation number. */
export const addRegistration = guarded((db, p: RegistrationRow) =>
  db
    .insertInto('events_registrations')
    .values(pick(p, registrationRecord.columns.fixed, registrationRecord.columns.changing))
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * False if somebody has changed it since: guarded by the version that was read. Throws if another registration has the
 * address (unique index).
 */
export const replaceRegistration = guarded((db, row: RegistrationRow, known: number) =>
  db
    .updateTable('events_registrations')
    .set(pick(row, registrationRecord.columns.changing))
    .where('id', '=', row.id)
    .where('version', '=', known),
)

/** Puts a registration of this transaction on the waiting list. */
export const markWaiting = tx.run((db, p: Pick<RegistrationRow, 'id' | 'line' | 'needs'>) =>
  db
    .updateTable('events_registrations')
    .set({ status: 'waitlisted', line: p.line, needs: p.needs })
    .where('id', '=', p.id),
)

const touch = tx.many((db, p: Touch & { id: string }) =>
  db
    .updateTable('events_registrations')
    .set(touched(p))
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returningAll(),
)

export const addAttendee = run((db, p: AttendeeRow) =>
  db
    .insertInto('events_attendees')
    .values(pick(p, attendeeRecord.columns.fixed, attendeeRecord.columns.changing)),
)

type AnswerOwner = Pick<AnswerRow, 'event_id' | 'attendee_id' | 'registration_id' | 'is_guest'>
type AnswerParameters = AnswerOwner & Record<string, string | number>

const MOST_ANSWERS = 12
/** One statement for each number of answers, so that one insert is enough for most attendees on PostgreSQL. */
const insertAnswers = Array.from({ length: MOST_ANSWERS }, (_none, last) =>
  statement((db, p: AnswerParameters) =>
    db.insertInto('events_answers').values(
      Array.from({ length: last + 1 }, (_same, at) => ({
        event_id: p.event_id,
        field: p[`field${at}`] as string,
        key: p[`key${at}`] as string,
        value: p[`value${at}`] as string,
        attendee_id: p.attendee_id,
        registration_id: p.registration_id,
        is_guest: p.is_guest,
      })),
    ),
  ),
)

export const removeAnswers = run((db, attendeeId: string) =>
  db.deleteFrom('events_answers').where('attendee_id', '=', attendeeId),
)

export const markAttendees = run((db, p: Touch & { registration_id: string; status: AttendeeStatus }) =>
  db
    .updateTable('events_attendees')
    .set({ status: p.status, ...touched(p) })
    .where('registration_id', '=', p.registration_id),
)

export const replaceSessions = run((db, p: Touch & { id: string; session_ids: string }) =>
  db
    .updateTable('events_attendees')
    .set({ session_ids: p.session_ids, ...touched(p) })
    .where('id', '=', p.id),
)

/** Invalidates all tickets of a registration's attendees issued so far. */
export const replaceTickets = run((db, p: Touch & { registration_id: string }) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({ ticket_generation: eb('ticket_generation', '+', 1), ...touched(p) }))
    .where('registration_id', '=', p.registration_id),
)

export const findRegistration = one((db, id: string) =>
  db.selectFrom('events_registrations').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
)

export const hasLiveRegistration = exists((db, eventId: string, emailKey: string) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', eventId)
    .where('live_email', '=', emailKey),
)

/**
 * Includes registrations made while the event allowed several per address. The range and the order say which index to
 * use: PostgreSQL plans this while the event is still empty, and would go on to read all its registrations.
 */
export const hasOtherLive = exists((db, p: Pick<RegistrationRow, 'event_id' | 'email_key' | 'id'>) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('email_key', '>=', p.email_key)
    .where('email_key', '<=', p.email_key)
    .where('status', 'in', liveStates)
    .where('id', '<>', p.id)
    .where('deleted_at', 'is', null)
    .orderBy('email_key')
    .limit(1),
)

/** The primary attendee comes first. */
export const listAttendeesOf = many((db, registrationId: string) =>
  db
    .selectFrom('events_attendees')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .orderBy('is_guest')
    .orderBy('id'),
)

export const addHistory = insert('events_history')

export const readHistory = many((db, registrationId: string) =>
  db.selectFrom('events_history').selectAll().where('registration_id', '=', registrationId).orderBy('id'),
)

/** The row with its new version; undefined if it is gone. */
export async function touchRegistrationRow(
  tx: Transaction,
  id: string,
  moment: Moment,
): Promise<RegistrationRow | undefined> {
  return (await touch(tx, { id, ...at(moment) }))[0]
}

/** An attendee's answers and the form that they answer. */
export type Answered = { readonly stored: StoredForm | undefined; readonly answers: Answers }

/** Makes an attendee findable by answers. */
export async function addAnswers(
  tx: Transaction,
  { id, event_id, registration_id, is_guest }: AttendeeRow,
  { stored, answers }: Answered,
): Promise<void> {
  const rows = stored === undefined ? [] : indexAnswers(stored.form, answers)
  const most = Math.min(tx.capabilities.rowsPerInsert, MOST_ANSWERS)
  for (let start = 0; start < rows.length; start += most) {
    const part = rows.slice(start, start + most)
    const parameters: AnswerParameters = { event_id, attendee_id: id, registration_id, is_guest }
    for (const [at, { field, key, value }] of part.entries()) {
      parameters[`field${at}`] = field
      parameters[`key${at}`] = key
      parameters[`value${at}`] = value
    }
    const insertion = insertAnswers[part.length - 1]
    if (insertion !== undefined) await tx.run(insertion, parameters)
  }
}
