import type { Events } from '../../events.ts'
import { registration } from '../../records/registration.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { presentRegistrations } from '../../registration/registration.ts'

export function registrationPresentation(service: Events) {
  return {
    schema: registration,
    present: (rows: readonly RegistrationRow[]) => presentRegistrations(service, rows),
  }
}
