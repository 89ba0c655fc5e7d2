import type { Events } from '../events.ts'
import { presentRegistrations } from '../registration/registration.ts'
import { registration } from '../schemas/registration.ts'
import type { RegistrationRow } from '../tables.ts'

export function registrationPresentation(service: Events) {
  return {
    schema: registration,
    present: (rows: readonly RegistrationRow[]) => presentRegistrations(service, rows),
  }
}
