import type { Transaction } from '../../kernel/database/database.ts'
import { formatTime } from '../../kernel/text/times.ts'
import type { Events } from '../events.ts'
import type { RegistrationRow } from '../records/tables.ts'
import type { MailKind } from './mail.ts'
import { sendMail, wantsMail } from './send-mail.ts'

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

/** Mails the registrant about those webhook events that concern them. */
async function tellRegistrant(
  tx: Transaction,
  service: Events,
  row: RegistrationRow,
  types: readonly string[],
): Promise<void> {
  const kind = kindOf(row, types)
  if (kind === undefined || !(await wantsMail(tx, service, row))) return
  await sendMail(tx, service, { row, kind })
}

function kindOf(row: RegistrationRow, types: readonly string[]): MailKind | undefined {
  if (types.includes('registration.created')) return row.status
  if (types.includes('registration.updated')) return undefined
  if (!types.includes(`registration.${row.status}`)) return undefined
  if (row.status !== 'confirmed') return row.status
  return row.approved_at !== null && row.approved_at === row.updated_at ? 'approved' : 'promoted'
}
