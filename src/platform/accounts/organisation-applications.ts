import type { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { recordAudit } from '../audit/entries.ts'
import { recordChange } from '../changes/changes.ts'
import { apiKeyTopic, makeApiKey } from './api-keys.ts'
import { applicationTopic } from './application-directory.ts'
import {
  findOwnApplication,
  listApplicationRows,
  markDisabled,
  replaceApplication,
} from './application-store.ts'
import { type ApplicationSettings, createApplication, writeSettings } from './applications.ts'
import { listKeysOfApplication, listLiveDigests, listLiveKeys } from './key-store.ts'
import { readName } from './name.ts'
import { type ShownKey, toShownKey } from './organisation-keys.ts'
import type { ApplicationRow } from './tables.ts'

/** An application as the console shows it. */
export type ShownApplication = ReturnType<typeof toShown>

const KEYS_SHOWN = 50
const service = 'twofactor'

type Page = { organisationId: string; before: string; limit: number }

/** One organisation's applications, newest first, each with its valid keys. */
export async function listApplications(
  context: Context,
  { organisationId, before, limit }: Page,
): Promise<ShownApplication[]> {
  const page = { organisation_id: organisationId, service, before, limit } as const
  const rows = await listApplicationRows(context.database, page)
  const now = context.clock.now()
  const keys = await listLiveKeys(context.database, { applicationIds: rows.map(({ id }) => id), now })
  return rows.map((row) => {
    const own = keys.filter((key) => key.application_id === row.id)
    return toShown(
      row,
      own.map((key) => toShownKey(key, now)),
    )
  })
}

/** Finds an application with its newest keys, ended ones too. Undefined if it belongs to another organisation. */
export async function findApplication(
  context: Context,
  organisationId: string,
  id: string,
): Promise<ShownApplication | undefined> {
  const row = await findOwnApplication(context.database, { id, organisation_id: organisationId })
  if (row === undefined) return undefined
  const keys = await listKeysOfApplication(context.database, { application_id: id, limit: KEYS_SHOWN })
  return toShown(
    row,
    keys.map((key) => toShownKey(key, context.clock.now())),
  )
}

type NewApplication = { organisationId: string; name: string; settings: ApplicationSettings }

/** Creates an application with its first key, which is shown only this once. */
export async function createOwnApplication(
  context: Context,
  { organisationId, settings, ...request }: NewApplication,
  actor: string,
): Promise<{ id: string; keyId: string; key: Secret }> {
  const name = readName('The name of an application', request.name)
  return context.database.write(async (tx) => {
    const id = await createApplication(tx, context, { organisationId, service, name, settings })
    const subject = `application:${id}`
    const detail = { organisation: organisationId }
    await recordAudit(tx, context, { actor, action: 'application.create', subject, detail })
    const made = await makeApiKey(tx, context, {
      organisationId,
      applicationId: id,
      service,
      name,
      scopes: null,
      actor,
    })
    return { id, keyId: made.id, key: made.key }
  })
}

type ApplicationChange = {
  organisationId: string
  id: string
  name?: string
  /** Null removes a setting; settings that are left out stay. */
  settings?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * `'changed'`: somebody else changed it in the meantime. Other processes see the change at the commit or soon after.
 */
export async function changeApplication(
  context: Context,
  { organisationId, id, ...change }: ApplicationChange,
  actor: string,
): Promise<'done' | 'changed' | 'unknown'> {
  const name = change.name === undefined ? undefined : readName('The name of an application', change.name)
  return context.database.write(async (tx) => {
    const row = await findOwnApplication(tx, { id, organisation_id: organisationId })
    if (row === undefined) return 'unknown'
    const settings = writeSettings(merge(settingsOf(row), change.settings ?? {}))
    const next = { id, name: name ?? row.name, settings }
    if (!(await replaceApplication(tx, { ...next, nameBefore: row.name, settingsBefore: row.settings })))
      return 'changed'
    await recordChange(tx, applicationTopic, id)
    const members = [...(name === undefined ? [] : ['name']), ...Object.keys(change.settings ?? {})]
    const subject = `application:${id}`
    await recordAudit(tx, context, { actor, action: 'application.change', subject, detail: { members } })
    return 'done'
  })
}

/**
 * A disabled application's keys are refused in every process; they work again when it is enabled. False if it is
 * unknown.
 */
export async function switchApplication(
  context: Context,
  { organisationId, id, disabled }: { organisationId: string; id: string; disabled: boolean },
  actor: string,
): Promise<boolean> {
  return context.database.write(async (tx) => {
    const row = await findOwnApplication(tx, { id, organisation_id: organisationId })
    if (row === undefined) return false
    const now = context.clock.now()
    if (!(await markDisabled(tx, id, disabled ? now : null))) return true
    await recordChange(tx, applicationTopic, id)
    for (const digest of await listLiveDigests(tx, { application_id: id, now }))
      await recordChange(tx, apiKeyTopic, digest)
    const action = disabled ? 'application.disable' : 'application.enable'
    await recordAudit(tx, context, { actor, action, subject: `application:${id}` })
    return true
  })
}

function merge(
  settings: ApplicationSettings,
  change: Readonly<Record<string, string | number | boolean | null>>,
): ApplicationSettings {
  const merged = Object.entries({ ...settings, ...change })
  return Object.fromEntries(
    merged.filter((pair): pair is [string, string | number | boolean] => pair[1] !== null),
  )
}

function settingsOf({ settings }: ApplicationRow): ApplicationSettings {
  return JSON.parse(settings) as ApplicationSettings
}

function toShown(row: ApplicationRow, keys: ShownKey[]) {
  return {
    id: row.id,
    serial: row.serial,
    name: row.name,
    settings: settingsOf(row),
    createdAt: formatTime(row.created_at),
    disabledAt: formatTimeOrNull(row.disabled_at),
    keys,
  }
}
