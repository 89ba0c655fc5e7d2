import type { Reader } from '../../kernel/database/database.ts'
import { isOpenTo } from '../attendee/attendee.ts'
import { readByIds } from '../lists/by-ids.ts'
import type { AttendanceRow, AttendeeRow, EnrolmentRow, RegistrationRow } from '../records/tables.ts'
import { type Door, typeIdsOf } from './attendance-door.ts'

/** Whether someone is let in at a door, and the reason if not. */
type Standing = 'expected' | 'waiting' | 'cancelled' | 'not-enrolled'

/** What a door device needs to know about an attendee: no address, phone number or answers. */
export type DoorPerson = {
  readonly attendee: AttendeeRow
  readonly confirmationNumber: string
  readonly typeId: string | null
  readonly standing: Standing
  readonly record: AttendanceRow | undefined
}

/** Attendees as the door sees them, in the order given. */
export async function readDoorPeople(
  db: Reader,
  door: Door,
  attendees: readonly AttendeeRow[],
): Promise<DoorPerson[]> {
  const ids = attendees.map(({ id }) => id)
  const [registrations, records, enrolments] = [
    await registrationsOf(db, attendees),
    await recordsOf(db, door, ids),
    await enrolmentsOf(db, door, ids),
  ]
  return attendees.map((attendee) => {
    const registration = registrations.get(attendee.registration_id)
    const typeId = registration?.registration_type_id ?? null
    return {
      attendee,
      confirmationNumber: registration?.confirmation_number ?? '',
      typeId,
      standing: standingOf(door, attendee, { typeId, enrolled: enrolments.has(attendee.id) }),
      record: records.get(attendee.id),
    }
  })
}

/** Makes the same decision as `isExpected` for one attendee, and gives the reason. */
function standingOf(
  { event, session }: Door,
  { status }: AttendeeRow,
  { typeId, enrolled }: { typeId: string | null; enrolled: boolean },
): Standing {
  if (status === 'cancelled' || event.status === 'cancelled') return 'cancelled'
  if (status === 'waitlisted') return 'waiting'
  if (session === undefined) return 'expected'
  if (session.status === 'cancelled') return 'cancelled'
  if (session.included === 0) return enrolled ? 'expected' : 'not-enrolled'
  return isOpenTo({ typeIds: typeIdsOf(session) }, typeId) ? 'expected' : 'not-enrolled'
}

async function registrationsOf(db: Reader, attendees: readonly AttendeeRow[]) {
  const ids = [...new Set(attendees.map(({ registration_id }) => registration_id))]
  const rows = await readByIds<RegistrationRow>(db, { table: 'events_registrations', column: 'id', ids })
  return new Map(rows.map((row) => [row.id, row]))
}

async function recordsOf(db: Reader, { eventId, sessionId }: Door, ids: readonly string[]) {
  const rows = await readByIds<AttendanceRow>(db, {
    table: 'events_attendance',
    column: 'attendee_id',
    ids,
    filters: [
      { column: 'event_id', op: '=', value: eventId },
      { column: 'session_id', op: '=', value: sessionId },
    ],
  })
  return new Map(rows.map((row) => [row.attendee_id, row]))
}

async function enrolmentsOf(db: Reader, { session }: Door, ids: readonly string[]): Promise<Set<string>> {
  if (session === undefined || session.included === 1) return new Set()
  const rows = await readByIds<EnrolmentRow>(db, {
    table: 'events_enrolments',
    column: 'attendee_id',
    ids,
    filters: [
      { column: 'session_id', op: '=', value: session.id },
      { column: 'status', op: '=', value: 'registered' },
    ],
  })
  return new Set(rows.map(({ attendee_id }) => attendee_id))
}
