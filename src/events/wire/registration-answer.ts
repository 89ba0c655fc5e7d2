import type { Events } from '../events.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { presentRegistrations } from '../registration/registration.ts'
import { registration } from '../schemas/registration.ts'

export function registrationPresentation(service: Events) {
  return {
    schema: registration,
    present: (rows: readonly RegistrationRow[]) => presentRegistrations(service, rows),
  }
}
