import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { readConfiguration } from '../configuration/configuration-store.ts'
import type { Events } from '../events.ts'
import type { EventRow, RegistrationRow } from '../records/tables.ts'
import { linkToken } from './link.ts'
import { type MailKind, writeMail } from './mail.ts'

/** The source of registrations made on the page; an unlikely value for anyone else to use. */
export const PAGE_SOURCE = 'registration-page'
const PURPOSE = 'registration'
const KEPT_MS = 3 * 86_400_000

/** The URL where a registrant finds their registration. */
function registrationLink(service: Events, event: Pick<EventRow, 'code'>, row: RegistrationRow): string {
  return `${service.urls.pages}/${event.code}/r/${linkToken(service, row)}`
}

/** Queues a mail that is sent only if the transaction commits. */
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

/** Registrations made on the page get mails; others only if the event says so. */
export async function wantsMail(tx: Transaction, service: Events, row: RegistrationRow): Promise<boolean> {
  if (row.source === PAGE_SOURCE) return true
  return (await findEventOf(tx, service, row))?.notify === 'everyone'
}

/** Sends the mail about the registration's current state again. */
export async function sendConfirmation(
  tx: Transaction,
  service: Events,
  row: RegistrationRow,
): Promise<void> {
  await sendMail(tx, service, { row, kind: row.status })
}

/** Uses the cached event if there is one: a title that is a second old does no harm. */
async function findEventOf(
  tx: Transaction,
  { configurations }: Events,
  { event_id }: RegistrationRow,
): Promise<EventRow | undefined> {
  return (configurations.get(event_id) ?? (await readConfiguration(tx, event_id)))?.event
}
