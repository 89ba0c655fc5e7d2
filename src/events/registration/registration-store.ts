import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { attendeeRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import {
  type AnswerRow,
  type AttendeeRow,
  type AttendeeStatus,
  type EventsTables,
  type HistoryRow,
  liveStates,
  type RegistrationRow,
} from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'

const statement = statementsOf<EventsTables>()

/** A live registration of the same address, or the confirmation number, may stand in its way. */
const insert = statement((db, p: RegistrationRow) =>
  db
    .insertInto('events_registrations')
    .values(pick(p, registrationRecord.columns.fixed, registrationRecord.columns.changing))
    .onConflict((conflict) => conflict.doNothing()),
)

/** Guarded by the version that was read. Fails by the unique index where another one has the address. */
const replace = statement((db, p: RegistrationRow & { known: number }) =>
  db
    .updateTable('events_registrations')
    .set(pick(p, registrationRecord.columns.changing))
    .where('id', '=', p.id)
    .where('version', '=', p.known),
)

const touch = statement((db, p: { id: string; change: number; updated_at: number }) =>
  db
    .updateTable('events_registrations')
    .set((eb) => ({ change: p.change, updated_at: p.updated_at, version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returningAll(),
)

const insertAttendeeRow = statement((db, p: AttendeeRow) =>
  db
    .insertInto('events_attendees')
    .values(pick(p, attendeeRecord.columns.fixed, attendeeRecord.columns.changing)),
)
type AnswerOwner = Pick<AnswerRow, 'event_id' | 'attendee_id' | 'registration_id' | 'is_guest'>
type IndexedAnswer = Pick<AnswerRow, 'field' | 'key' | 'value'>

const MOST_ANSWERS = 12
/** A statement for each number of answers: most attendees have all of theirs in one. */
const insertAnswers = Array.from({ length: MOST_ANSWERS }, (_none, last) =>
  statement((db, p: AnswerOwner & Record<string, string | number>) =>
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
const deleteAnswers = statement((db, p: { attendee_id: string }) =>
  db.deleteFrom('events_answers').where('attendee_id', '=', p.attendee_id),
)
const setAttendeeStatus = statement(
  (db, p: { registration_id: string; status: AttendeeStatus; change: number; updated_at: number }) =>
    db
      .updateTable('events_attendees')
      .set((eb) => ({
        status: p.status,
        change: p.change,
        updated_at: p.updated_at,
        version: eb('version', '+', 1),
      }))
      .where('registration_id', '=', p.registration_id),
)
const setSessions = statement(
  (db, p: { id: string; session_ids: string; change: number; updated_at: number }) =>
    db
      .updateTable('events_attendees')
      .set((eb) => ({
        session_ids: p.session_ids,
        change: p.change,
        updated_at: p.updated_at,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', p.id),
)

const renewTickets = statement((db, p: { registration_id: string; change: number; updated_at: number }) =>
  db
    .updateTable('events_attendees')
    .set((eb) => ({
      ticket_generation: eb('ticket_generation', '+', 1),
      change: p.change,
      updated_at: p.updated_at,
      version: eb('version', '+', 1),
    }))
    .where('registration_id', '=', p.registration_id),
)

const find = statement((db, p: { id: string }) =>
  db.selectFrom('events_registrations').selectAll().where('id', '=', p.id).where('deleted_at', 'is', null),
)
const findLive = statement((db, p: { event_id: string; live_email: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('live_email', '=', p.live_email),
)
const findOtherLive = statement((db, p: { event_id: string; email_key: string; id: string }) =>
  db
    .selectFrom('events_registrations')
    .select('id')
    .where('event_id', '=', p.event_id)
    .where('email_key', '=', p.email_key)
    .where('status', 'in', liveStates)
    .where('id', '<>', p.id)
    .where('deleted_at', 'is', null)
    .limit(1),
)
const attendeesOf = statement((db, p: { registration_id: string }) =>
  db
    .selectFrom('events_attendees')
    .selectAll()
    .where('registration_id', '=', p.registration_id)
    .orderBy('is_guest')
    .orderBy('id'),
)
const waiting = statement((db, p: { event_id: string; after: number; limit: number }) =>
  db
    .selectFrom('events_registrations')
    .selectAll()
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'waitlisted')
    .where('line', '>', p.after)
    .orderBy('line')
    .limit(p.limit),
)
const ahead = statement((db, p: { event_id: string; line: number }) =>
  db
    .selectFrom('events_registrations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', p.event_id)
    .where('status', '=', 'waitlisted')
    .where('line', '<', p.line),
)
const insertHistory = statement((db, p: HistoryRow) =>
  db.insertInto('events_history').values({
    id: p.id,
    registration_id: p.registration_id,
    at: p.at,
    action: p.action,
    actor: p.actor,
  }),
)
const historyOf = statement((db, p: { registration_id: string }) =>
  db.selectFrom('events_history').selectAll().where('registration_id', '=', p.registration_id).orderBy('id'),
)

/** False: something unique in the event is taken. */
export async function addRegistration(tx: Writer, row: RegistrationRow): Promise<boolean> {
  return (await tx.run(insert, row)) === 1
}

/** False: somebody else has changed it meanwhile. */
export async function replaceRegistration(tx: Writer, row: RegistrationRow, known: number): Promise<boolean> {
  return (await tx.run(replace, { ...row, known })) === 1
}

/** The row with its new version; none where it is gone. */
export async function touchRegistrationRow(
  tx: Transaction,
  id: string,
  moment: Moment,
): Promise<RegistrationRow | undefined> {
  return (await tx.all(touch, { id, ...at(moment) }))[0]
}

export async function addAttendee(tx: Writer, row: AttendeeRow): Promise<void> {
  await tx.run(insertAttendeeRow, row)
}

export async function addAnswers(
  tx: Writer,
  owner: AnswerOwner,
  answers: readonly IndexedAnswer[],
): Promise<void> {
  for (let start = 0; start < answers.length; start += MOST_ANSWERS) {
    const part = answers.slice(start, start + MOST_ANSWERS)
    const parameters: AnswerOwner & Record<string, string | number> = { ...owner }
    for (const [at, { field, key, value }] of part.entries()) {
      parameters[`field${at}`] = field
      parameters[`key${at}`] = key
      parameters[`value${at}`] = value
    }
    const insertion = insertAnswers[part.length - 1]
    if (insertion !== undefined) await tx.run(insertion, parameters)
  }
}

export async function removeAnswers(tx: Writer, attendeeId: string): Promise<void> {
  await tx.run(deleteAnswers, { attendee_id: attendeeId })
}

export async function markAttendees(
  tx: Writer,
  mark: { registration_id: string; status: AttendeeStatus; change: number; updated_at: number },
): Promise<void> {
  await tx.run(setAttendeeStatus, mark)
}

/** Tickets of its attendees that were made until now are no longer good. */
export async function replaceTickets(
  tx: Writer,
  change: { registration_id: string; change: number; updated_at: number },
): Promise<void> {
  await tx.run(renewTickets, change)
}

export async function replaceSessions(
  tx: Writer,
  change: { id: string; session_ids: string; change: number; updated_at: number },
): Promise<void> {
  await tx.run(setSessions, change)
}

export function findRegistration(db: Reader, id: string): Promise<RegistrationRow | undefined> {
  return db.first(find, { id })
}

export async function hasLiveRegistration(db: Reader, eventId: string, emailKey: string): Promise<boolean> {
  return (await db.first(findLive, { event_id: eventId, live_email: emailKey })) !== undefined
}

/** Also of those that were made while the event allowed several for one address. */
export async function hasOtherLive(
  db: Reader,
  { event_id, email_key, id }: Pick<RegistrationRow, 'event_id' | 'email_key' | 'id'>,
): Promise<boolean> {
  return (await db.first(findOtherLive, { event_id, email_key, id })) !== undefined
}

/** The primary one first. */
export function listAttendeesOf(db: Reader, registrationId: string): Promise<AttendeeRow[]> {
  return db.all(attendeesOf, { registration_id: registrationId })
}

/** In the order of the line. */
export function listWaiting(
  db: Reader,
  page: { event_id: string; after: number; limit: number },
): Promise<RegistrationRow[]> {
  return db.all(waiting, page)
}

export async function countAhead(db: Reader, eventId: string, line: number): Promise<number> {
  return (await db.first(ahead, { event_id: eventId, line }))?.count ?? 0
}

export async function addHistory(tx: Writer, row: HistoryRow): Promise<void> {
  await tx.run(insertHistory, row)
}

export function readHistory(db: Reader, registrationId: string): Promise<HistoryRow[]> {
  return db.all(historyOf, { registration_id: registrationId })
}
