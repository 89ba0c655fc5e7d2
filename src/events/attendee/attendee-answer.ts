import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import type { AttendeeRow } from '../records/tables.ts'
import type { AttendeeAnswer } from '../schemas/registration.ts'

export function attendeeAnswer(row: AttendeeRow, sessionIds: readonly string[]): AttendeeAnswer {
  return {
    id: row.id,
    eventId: row.event_id,
    registrationId: row.registration_id,
    contactId: row.contact_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    title: row.title,
    status: row.status,
    checkedIn: row.checked_in === 1,
    checkedInAt: formatTimeOrNull(row.checked_in_at),
    checkedOutAt: formatTimeOrNull(row.checked_out_at),
    answers: JSON.parse(row.answers),
    sessionIds: [...sessionIds],
    isGuest: row.is_guest === 1,
    primaryAttendeeId: row.primary_attendee_id,
    externalReferences: JSON.parse(row.external_references),
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }
}
