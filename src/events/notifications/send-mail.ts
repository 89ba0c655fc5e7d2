import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { readConfiguration } from '../configuration/configuration-store.ts'
import type { Events } from '../events.ts'
import type { EventRow, RegistrationRow } from '../records/tables.ts'
import { linkToken } from './link.ts'
import { type MailKind, writeMail } from './mail.ts'

/** What registrations that come by the page carry as their source; nobody else writes this by chance. */
export const PAGE_SOURCE = 'registration-page'
const PURPOSE = 'registration'
const KEPT_MS = 3 * 86_400_000

/** Where a person finds their registration. */
function registrationLink(service: Events, event: Pick<EventRow, 'code'>, row: RegistrationRow): string {
  return `${service.urls.pages}/${event.code}/r/${linkToken(service, row)}`
}

/** Leaves if the transaction commits. */
export async function sendMail(
  tx: Transaction,
  service: Events,
  { row, kind, session }: { row: RegistrationRow; kind: MailKind; session?: string },
): Promise<void> {
  const event = await findEventOf(tx, service, row)
  if (event === undefined) return
  const link = registrationLink(service, event, row)
  const mail = writeMail({ kind, event, registration: row, link, session })
  const expiresAt = service.clock.now() + KEPT_MS
  await enqueueMessage(tx, service, { channel: 'email', to: row.email, purpose: PURPOSE, ...mail, expiresAt })
}

/** Those who came by the page get mails; everyone else where the event says so. */
export async function wantsMail(tx: Transaction, service: Events, row: RegistrationRow): Promise<boolean> {
  if (row.source === PAGE_SOURCE) return true
  return (await findEventOf(tx, service, row))?.notify === 'everyone'
}

/** What the registration is now, once more. */
export async function sendConfirmation(
  tx: Transaction,
  service: Events,
  row: RegistrationRow,
): Promise<void> {
  await sendMail(tx, service, { row, kind: row.status })
}

/** From memory where it is known: a title that changed in this second does no harm. */
async function findEventOf(
  tx: Transaction,
  { configurations }: Events,
  { event_id }: RegistrationRow,
): Promise<EventRow | undefined> {
  return (configurations.get(event_id) ?? (await readConfiguration(tx, event_id)))?.event
}
