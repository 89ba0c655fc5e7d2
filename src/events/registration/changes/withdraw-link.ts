import type { Transaction } from '../../../kernel/database/database.ts'
import { ConfigurationChanged } from '../../configuration/configuration.ts'
import type { Events } from '../../events.ts'
import { sendMail } from '../../notifications/send-mail.ts'
import { tellRegistration } from '../../notifications/webhooks.ts'
import { isLive, type RegistrationRow } from '../../records/tables.ts'
import { at, nextVersion } from '../../tracking.ts'
import { noteHistory } from '../history.ts'
import { replaceRegistration, replaceTickets } from '../registration-store.ts'
import type { Held } from './transition.ts'

/** Invalidates the mailed link and its tickets; a live registration is mailed a new link. */
export async function withdrawLink(tx: Transaction, service: Events, held: Held): Promise<RegistrationRow> {
  const { row, moment } = held
  const renewed = { ...row, ...nextVersion(row, moment), link_generation: row.link_generation + 1 }
  if (!(await replaceRegistration(tx, renewed, row.version))) throw new ConfigurationChanged()
  await replaceTickets(tx, { registration_id: row.id, ...at(moment) })
  await noteHistory(tx, service, { row, action: 'link-withdrawn', actor: held.actor })
  await tellRegistration(tx, service, renewed, ['registration.updated'])
  if (isLive(renewed.status)) await sendMail(tx, service, { row: renewed, kind: 'newLink' })
  return renewed
}
