import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { personOf } from '../person.ts'
import type { RegistrationRow } from '../records/tables.ts'
import type { AttendeeAnswer, RegistrationAnswer } from '../schemas/registration.ts'

type Parts = {
  readonly attendees: readonly AttendeeAnswer[]
  readonly sessionIds: readonly string[]
  readonly waitlistPosition: number | null
  readonly now: number
}

export function registrationAnswer(row: RegistrationRow, parts: Parts): RegistrationAnswer {
  return {
    id: row.id,
    eventId: row.event_id,
    confirmationNumber: row.confirmation_number,
    status: isExpired(row, parts.now) ? 'expired' : row.status,
    registrationTypeId: row.registration_type_id,
    registrant: personOf(row),
    attendees: [...parts.attendees],
    options: JSON.parse(row.options),
    sessionIds: [...parts.sessionIds],
    answers: JSON.parse(row.answers),
    waitlistPosition: parts.waitlistPosition,
    source: row.source,
    externalReferences: JSON.parse(row.external_references),
    note: row.note,
    tags: JSON.parse(row.tags),
    registeredAt: formatTime(row.registered_at),
    cancelledAt: formatTimeOrNull(row.cancelled_at),
    cancelReason: row.cancel_reason,
    expiresAt: formatTimeOrNull(row.expires_at),
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }
}

/** An offer is over the moment its time passes, whoever notices. */
export function isExpired({ status, expires_at }: RegistrationRow, now: number): boolean {
  return status === 'offered' && expires_at !== null && expires_at <= now
}
