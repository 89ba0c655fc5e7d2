import { Fault } from '../../kernel/base/fault.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import { type Events, eventTopic } from '../events.ts'
import { bumpRevision, holdEvent } from '../places/place-store.ts'
import { found, problem } from '../problems.ts'
import { readConfiguration } from './configuration-store.ts'

/** The event's configuration changed while a request was processed. */
export class ConfigurationChanged extends Error {
  override readonly name = 'ConfigurationChanged'
}

const ATTEMPTS = 5
const HOPEFUL = 2

/** Undefined if the event is deleted. */
export async function findConfiguration(
  { configurations, database }: Events,
  eventId: string,
): Promise<Configuration | undefined> {
  return (
    configurations.get(eventId) ??
    (await configurations.load(eventId, () => readConfiguration(database, eventId)))
  )
}

export async function getConfiguration(
  service: Events,
  organisationId: string,
  eventId: string,
): Promise<Configuration> {
  const known = await findConfiguration(service, eventId)
  if (known === undefined || known.event.organisation_id !== organisationId) throw problem('not-found')
  return known
}

/**
 * Runs the work in its turn with the event's current configuration, and once more if the configuration changes in
 * between. The second time is `contested`: the work then locks the event's row, so that nobody can change it.
 */
export function withConfiguration<T>(service: Events, named: NamedEvent, work: Configured<T>): Promise<T> {
  return untilCurrent(service, named, (configuration, contested) =>
    service.turns.run(named.eventId, () => work(configuration, contested)),
  )
}

type NamedEvent = { readonly organisationId: string; readonly eventId: string }
type Configured<T> = (configuration: Configuration, contested: boolean) => Promise<T>

/** The same for work that waits for its turn itself. */
export async function untilCurrent<T>(
  service: Events,
  { organisationId, eventId }: NamedEvent,
  work: Configured<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const configuration = await getConfiguration(service, organisationId, eventId)
    try {
      return await work(configuration, attempt > HOPEFUL)
    } catch (error) {
      if (!(error instanceof ConfigurationChanged)) throw error
      if (attempt === ATTEMPTS)
        throw new Fault('busy', { detail: 'the event is being changed', retryAfterSeconds: 1, cause: error })
      service.configurations.delete(eventId)
    }
  }
}

/** The configuration, fixed until the transaction ends: every change of an event locks its row first. */
export async function holdConfiguration(tx: Transaction, known: Configuration): Promise<Configuration> {
  return configurationAt(tx, known, (await holdEvent(tx, known.event.id))?.revision)
}

/** The known configuration if it has this revision, else the current one. The caller holds the event's row. */
export async function configurationAt(
  tx: Transaction,
  known: Configuration,
  revision: number | undefined,
): Promise<Configuration> {
  if (revision === known.revision) return known
  return found(await readConfiguration(tx, known.event.id))
}

/** Must run in every transaction that changes an event's configuration. */
export async function touchConfiguration(tx: Transaction, eventId: string): Promise<void> {
  await bumpRevision(tx, eventId)
  await recordChange(tx, eventTopic, eventId)
}

/** The form that new registrations of the type get; a form of the type itself comes before the event's general one. */
export function formFor({ forms }: Configuration, typeId: string | null): StoredForm | undefined {
  const newest = (wanted: string) =>
    forms
      .filter((form) => form.typeId === wanted)
      .reduce<StoredForm | undefined>(
        (best, form) => (best === undefined || form.version > best.version ? form : best),
        undefined,
      )
  return (typeId === null ? undefined : newest(typeId)) ?? newest('')
}
