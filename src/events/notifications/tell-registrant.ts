import type { Transaction } from '../../kernel/database/database.ts'
import type { Events } from '../events.ts'
import type { RegistrationRow } from '../records/tables.ts'
import type { MailKind } from './mail.ts'
import { sendMail, wantsMail } from './send-mail.ts'

/** Mails the registrant about those webhook events that concern them. */
export async function tellRegistrant(
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
