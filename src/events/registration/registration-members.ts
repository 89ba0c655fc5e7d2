import { type AttendeeInput, personRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'

/** All members of a registration that a caller may change. */
export type Members = Readonly<ReturnType<typeof registrationRecord.toInput>>

export function membersOf(row: RegistrationRow): Members {
  return registrationRecord.toInput(row, {})
}

export type MembersChange = {
  readonly members: Members
  /** The attendees in order, if they change too. */
  readonly people?: readonly AttendeeInput[] | undefined
  /** If nothing differs, nothing is stored and nobody is notified. */
  readonly unlessSame?: boolean | undefined
}

/** An attendee as input; the primary attendee's answers are the registration's. */
export function attendeeInput(attendee: AttendeeRow): AttendeeInput {
  return {
    ...personRecord.toInput(attendee, {}),
    answers: attendee.is_guest === 1 ? JSON.parse(attendee.answers) : {},
    sessionIds: JSON.parse(attendee.session_ids),
  }
}
