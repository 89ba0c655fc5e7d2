import { personOf } from '../person.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import type { AttendeeInput, RegistrantInput } from '../schemas/registration.ts'

/** What a registration is to be: everything that a caller may change, whole. */
export type Members = {
  readonly registrant: RegistrantInput
  readonly registrationTypeId: string | null
  readonly options: readonly { groupId: string; optionId: string; quantity?: number }[]
  readonly sessionIds: readonly string[]
  readonly answers: Readonly<Record<string, unknown>>
  readonly source: string
  readonly externalReferences: readonly { system: string; id: string }[]
  readonly note: string | null
  readonly tags: readonly string[]
}

export function membersOf(row: RegistrationRow): Members {
  return {
    registrant: personOf(row),
    registrationTypeId: row.registration_type_id,
    options: JSON.parse(row.options),
    sessionIds: JSON.parse(row.session_ids),
    answers: JSON.parse(row.answers),
    source: row.source,
    externalReferences: JSON.parse(row.external_references),
    note: row.note,
    tags: JSON.parse(row.tags),
  }
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
    ...personOf(attendee),
    answers: attendee.is_guest === 1 ? JSON.parse(attendee.answers) : {},
    sessionIds: JSON.parse(attendee.session_ids),
  }
}
