import { type AttendeeInput, personRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'

/** What a registration is to be: everything that a caller may change, whole. */
export type Members = Readonly<ReturnType<typeof registrationRecord.toInput>>

export function membersOf(row: RegistrationRow): Members {
  return registrationRecord.toInput(row, {})
}

export type MembersChange = {
  readonly members: Members
  /** Its attendees in their order, where they change with it. */
  readonly people?: readonly AttendeeInput[] | undefined
  /** Where nothing is another than before, nothing is stored and nobody is told. */
  readonly unlessSame?: boolean | undefined
}

/** As it is; the answers of the primary one are the registration's. */
export function attendeeInput(attendee: AttendeeRow): AttendeeInput {
  return {
    ...personRecord.toInput(attendee, {}),
    answers: attendee.is_guest === 1 ? JSON.parse(attendee.answers) : {},
    sessionIds: JSON.parse(attendee.session_ids),
  }
}
