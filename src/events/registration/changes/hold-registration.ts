import type { Transaction } from '../../../kernel/database/database.ts'
import { holdConfiguration, withConfiguration } from '../../configuration/configuration.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { found } from '../../problems.ts'
import type { RegistrationAnswer } from '../../records/registration.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { startMoment } from '../../tracking.ts'
import { getRegistration, presentChanged } from '../registration.ts'
import { findRegistration, listAttendeesOf } from '../registration-store.ts'
import type { Held } from './transition.ts'

type Named = { organisationId: string; registrationId: string; eventId?: string; actor: string }
type Work<T> = (tx: Transaction) => Promise<T>

/**
 * Changes a registration while the event's row is locked, so that nobody else moves places of the event. `write` may
 * wrap the transaction; it is repeated if the registration has changed since it was read.
 */
export async function holdRegistration<T>(
  service: Events,
  named: Named,
  {
    write = (body, transact) => transact(body),
    work,
  }: {
    write?: (body: Work<T>, transact: Events['database']['write']) => Promise<T>
    work: (tx: Transaction, held: Held) => Promise<T>
  },
): Promise<T> {
  const { event_id: eventId } = await getRegistration(service.database, named)
  const transact: Events['database']['write'] = (body) => service.changing.write(eventId, body)
  return withConfiguration(service, { organisationId: named.organisationId, eventId }, (known) =>
    write(async (tx) => work(tx, await take(tx, service, { known, named })), transact),
  )
}

async function take(
  tx: Transaction,
  service: Events,
  { known, named }: { known: Configuration; named: Named },
): Promise<Held> {
  const configuration = await holdConfiguration(tx, known)
  const row = found(await findRegistration(tx, named.registrationId))
  const attendees = await listAttendeesOf(tx, row.id)
  return { configuration, row, attendees, moment: await startMoment(tx, service), actor: named.actor }
}

/** The registration after a change, with its attendees read again. */
export async function presentHeld(
  tx: Transaction,
  service: Events,
  { configuration }: Held,
  row: RegistrationRow,
): Promise<RegistrationAnswer> {
  return presentChanged(tx, service, { configuration, row, attendees: await listAttendeesOf(tx, row.id) })
}
