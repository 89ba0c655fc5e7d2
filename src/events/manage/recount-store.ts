import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type {
  AttendanceStatus,
  EventsTables,
  RegistrationRow,
  RegistrationStatus,
} from '../records/tables.ts'

const statement = statementsOf<EventsTables>('heavy')
const counted: RegistrationStatus[] = ['confirmed', 'offered', 'waitlisted']
const holding: RegistrationStatus[] = ['confirmed', 'offered']

type After = { after: string; limit: number }
type PageOfEvent = After & { event_id: string }

const events = statement((db, p: After) =>
  db
    .selectFrom('events_events')
    .select(['id', 'code'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)
const registrations = statement((db, p: PageOfEvent) =>
  db
    .selectFrom('events_registrations')
    .select(['id', 'status', 'seats', 'registration_type_id', 'options'])
    .where('event_id', '=', p.event_id)
    .where('id', '>', p.after)
    .where('status', 'in', counted)
    .orderBy('id')
    .limit(p.limit),
)
const attendees = statement((db, p: PageOfEvent) =>
  db
    .selectFrom('events_attendees as a')
    .innerJoin('events_registrations as r', 'r.id', 'a.registration_id')
    .select(['a.id', 'a.answers', 'r.registration_type_id', 'r.form_version'])
    .where('a.event_id', '=', p.event_id)
    .where('a.id', '>', p.after)
    .where('r.status', 'in', holding)
    .orderBy('a.id')
    .limit(p.limit),
)
/** Of registrations that hold a place at the event; the others can have none in a session. */
const enrolments = statement((db, p: { session_id: string }) =>
  db
    .selectFrom('events_enrolments as e')
    .innerJoin('events_registrations as r', 'r.id', 'e.registration_id')
    .select((eb) => ['e.status', eb.fn.countAll<number>().as('count')])
    .where('e.session_id', '=', p.session_id)
    .where('e.status', '<>', 'cancelled')
    .where('r.status', 'in', holding)
    .groupBy('e.status'),
)
const attendance = statement((db, p: { event_id: string }) =>
  db
    .selectFrom('events_attendance')
    .select((eb) => ['session_id', 'status', 'expected', eb.fn.countAll<number>().as('count')])
    .where('event_id', '=', p.event_id)
    .groupBy(['session_id', 'status', 'expected']),
)

export type CountedRegistration = Pick<
  RegistrationRow,
  'id' | 'status' | 'seats' | 'registration_type_id' | 'options'
>
export type CountedAttendee = Pick<RegistrationRow, 'registration_type_id' | 'form_version'> & {
  id: string
  answers: string
}

export function pageEvents(db: Reader, page: After): Promise<{ id: string; code: string }[]> {
  return db.all(events, page)
}

/** Those that hold places or wait for some. */
export function pageRegistrations(db: Reader, page: PageOfEvent): Promise<CountedRegistration[]> {
  return db.all(registrations, page)
}

/** Those of registrations that hold places. */
export function pageAttendees(db: Reader, page: PageOfEvent): Promise<CountedAttendee[]> {
  return db.all(attendees, page)
}

export function countEnrolments(
  db: Reader,
  sessionId: string,
): Promise<{ status: 'registered' | 'waitlisted' | 'cancelled'; count: number }[]> {
  return db.all(enrolments, { session_id: sessionId })
}

export function countAttendances(
  db: Reader,
  eventId: string,
): Promise<{ session_id: string; status: AttendanceStatus; expected: number; count: number }[]> {
  return db.all(attendance, { event_id: eventId })
}
