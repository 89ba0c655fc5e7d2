import type { Transaction } from '../../kernel/database/database.ts'
import type { Events } from '../events.ts'
import { tellRegistration } from '../notifications/webhooks.ts'
import type { Moment } from '../tracking.ts'
import { touchRegistrationRow } from './registration-store.ts'

/**
 * A registration contains its attendees, so it gets a new version whenever one changes. Must run before the attendee's
 * row is written: every change of a registration locks it before its attendees.
 */
export async function touchRegistration(
  tx: Transaction,
  service: Events,
  registrationId: string,
  moment: Moment,
): Promise<void> {
  const row = await touchRegistrationRow(tx, registrationId, moment)
  if (row !== undefined) await tellRegistration(tx, service, row, ['registration.updated'])
}
