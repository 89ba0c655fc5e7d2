import type { AttendeeAnswer } from '../records/attendee.ts'
import { type RegistrationAnswer, registrationRecord } from '../records/registration.ts'
import type { RegistrationRow } from '../records/tables.ts'

type Parts = {
  readonly attendees: AttendeeAnswer[]
  readonly sessionIds: string[]
  readonly waitlistPosition: number | null
  readonly now: number
}

export function registrationAnswer(row: RegistrationRow, parts: Parts): RegistrationAnswer {
  const { attendees, sessionIds, waitlistPosition } = parts
  const answer = registrationRecord.toAnswer(row, { attendees, sessionIds, waitlistPosition })
  if (isExpired(row, parts.now)) answer.status = 'expired'
  return answer
}

/** An offer is over the moment it expires, even if no job has processed it yet. */
export function isExpired({ status, expires_at }: RegistrationRow, now: number): boolean {
  return status === 'offered' && expires_at !== null && expires_at <= now
}
