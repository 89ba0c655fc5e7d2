import { Fault } from '../../kernel/base/fault.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import { type Events, eventTopic } from '../events.ts'
import { bumpRevision, holdEvent } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import { readConfiguration } from './configuration-store.ts'

/** What the event became while a request was worked on. */
export class ConfigurationChanged extends Error {
  override readonly name = 'ConfigurationChanged'
}

const ATTEMPTS = 5
const HOPEFUL = 2

/** Undefined where the event is deleted. */
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
 * Does the work with what the event is now; where somebody changes it meanwhile, once more. `contested` after that: the work
 * holds the event's row, so that nobody can.
 */
export async function withConfiguration<T>(
  service: Events,
  { organisationId, eventId }: { organisationId: string; eventId: string },
  work: (configuration: Configuration, contested: boolean) => Promise<T>,
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

/** What the event is until the transaction ends: whoever changes it changes its row first. */
export async function holdConfiguration(tx: Transaction, known: Configuration): Promise<Configuration> {
  const { id } = known.event
  if ((await holdEvent(tx, id))?.revision === known.revision) return known
  const now = await readConfiguration(tx, id)
  if (now === undefined) throw problem('not-found')
  return now
}

/** Belongs to every transaction that changes what an event consists of. */
export async function touchConfiguration(tx: Transaction, eventId: string): Promise<void> {
  await bumpRevision(tx, eventId)
  await recordChange(tx, eventTopic, eventId)
}

/** The form that a registration of the type is asked now; that of the type itself comes first. */
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
