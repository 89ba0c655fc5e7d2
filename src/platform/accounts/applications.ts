import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { addApplication } from './store.ts'
import type { Service } from './tables.ts'

export type ApplicationSettings = Readonly<Record<string, string | number | boolean>>

type NewApplication = {
  organisationId: string
  service: Service
  name: string
  settings: ApplicationSettings
}

const largestSerial = 2_147_483_647
const longestSettings = 10_000
const attempts = 10

/** Returns the application's id. The meaning of the settings is known only to the service that it belongs to. */
export async function createApplication(
  tx: Transaction,
  context: Context,
  { organisationId, service, name, settings }: NewApplication,
): Promise<string> {
  const id = context.ids.uuid()
  const text = writeSettings(settings)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const added = await addApplication(tx, {
      id,
      organisation_id: organisationId,
      service,
      name,
      serial: context.ids.integer(1, largestSerial),
      settings: text,
      created_at: context.clock.now(),
      disabled_at: null,
    })
    if (added) return id
  }
  throw new Error(`found no free serial in ${attempts} draws`)
}

export function writeSettings(settings: ApplicationSettings): string {
  const text = JSON.stringify(settings)
  if (text.length > longestSettings) throw new Fault('invalid', { detail: 'The settings are too long.' })
  return text
}
