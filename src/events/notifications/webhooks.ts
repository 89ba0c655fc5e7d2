import type { Transaction } from '../../kernel/database/database.ts'
import { formatTime } from '../../kernel/text/times.ts'
import type { Events } from '../events.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { tellRegistrant } from './tell-registrant.ts'

type RegistrationEvent =
  | 'registration.created'
  | 'registration.updated'
  | 'registration.confirmed'
  | 'registration.waitlisted'
  | 'registration.offered'
  | 'registration.declined'
  | 'registration.expired'
  | 'registration.cancelled'

/**
 * The webhook contains the registration's id and status; receivers read personal data with an API key. The registrant
 * gets a mail.
 */
export async function tellRegistration(
  tx: Transaction,
  service: Events,
  row: RegistrationRow,
  types: readonly RegistrationEvent[],
): Promise<void> {
  const data = {
    id: row.id,
    eventId: row.event_id,
    status: row.status,
    registrationTypeId: row.registration_type_id,
    confirmationNumber: row.confirmation_number,
    externalReferences: JSON.parse(row.external_references),
    version: row.version,
    updatedAt: formatTime(row.updated_at),
  }
  for (const type of types) await service.webhooks.publish(tx, { type, subject: row.organisation_id, data })
  await tellRegistrant(tx, service, row, types)
}
