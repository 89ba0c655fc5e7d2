import { createCache } from '../../kernel/base/cache.ts'
import type { Context } from '../../kernel/context.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { apiKeyPurpose } from './api-keys.ts'
import type { ApplicationSettings } from './applications.ts'
import { findApplicationRow, findSealedKey } from './store.ts'

type Application = {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly serial: number
  readonly settings: ApplicationSettings
}

/** A change under this topic contains the id of the application that was changed. */
export const applicationTopic = 'application'

export type ApplicationDirectory = {
  find(id: string): Promise<Application | undefined>
  /** The key that signs the application's callbacks. */
  findKey(id: string): Promise<string | undefined>
}

export function createApplicationDirectory(
  context: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
): ApplicationDirectory {
  const known = createCache<Application>({ max: 10_000 })
  changes.on(applicationTopic, known.delete)
  changes.onMissed(known.clear)
  return {
    find: (id) => known.load(id, () => loadApplication(context, id)),
    async findKey(id) {
      const sealed = await findSealedKey(context.database, {
        application_id: id,
        now: context.clock.now(),
      })
      return sealed === undefined ? undefined : context.vault.open(apiKeyPurpose, sealed)
    },
  }
}

async function loadApplication({ database }: Context, id: string): Promise<Application | undefined> {
  const row = await findApplicationRow(database, id)
  if (row === undefined) return undefined
  const settings = JSON.parse(row.settings) as ApplicationSettings
  return { id, organisationId: row.organisation_id, name: row.name, serial: row.serial, settings }
}
