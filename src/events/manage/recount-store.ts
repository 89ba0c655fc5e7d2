import { storeOf } from '../../kernel/database/store.ts'
import type { EventsTables, RegistrationRow, RegistrationStatus } from '../records/tables.ts'

const { many } = storeOf<EventsTables>('heavy')
const holding: RegistrationStatus[] = ['confirmed', 'offered']

type After = { after: string; limit: number }
type PageOfEvent = After & { event_id: string }

export const pageEvents = many((db, p: After) =>
  db
    .selectFrom('events_events')
    .select(['id', 'code'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)

export const pageRegistrations = many((db, p: PageOfEvent) =>
  db
    .selectFrom('events_registrations')
    .select(['id', 'status', 'seats', 'registration_type_id', 'options'])
    .where('event_id', '=', p.event_id)
    .where('id', '>', p.after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p.limit),
)

/** Attendees of registrations that have places. */
export const pageAttendees = many((db, p: PageOfEvent) =>
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

/** Enrolments of registrations that have a place at the event; others cannot have one in a session. */
export const countEnrolments = many((db, sessionId: string) =>
  db
    .selectFrom('events_enrolments as e')
    .innerJoin('events_registrations as r', 'r.id', 'e.registration_id')
    .select((eb) => ['e.status', eb.fn.countAll<number>().as('count')])
    .where('e.session_id', '=', sessionId)
    .where('e.status', '<>', 'cancelled')
    .where('r.status', 'in', holding)
    .groupBy('e.status'),
)

export const countAttendances = many((db, eventId: string) =>
  db
    .selectFrom('events_attendance')
    .select((eb) => ['session_id', 'status', 'expected', eb.fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
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
