import { Fault } from '../../kernel/base/fault.ts'
import { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { recordChange } from '../changes/changes.ts'
import { type ApplicationSettings, createApplication } from './applications.ts'
import { drawKeyText, hintOf } from './key-text.ts'
import { readName } from './name.ts'
import { getOrCreateOrganisation, type Organisation } from './organisations.ts'
import { decodeScopes, encodeScopes } from './scopes.ts'
import { addApiKey, hasApiKey, listApiKeyRows, markRevoked } from './store.ts'
import type { Service } from './tables.ts'

type NewApiKey = {
  service: Service
  name: string
  organisation?: string | undefined
  scopes?: readonly string[] | undefined
  /** The settings of the application that a two-factor key belongs to. */
  settings?: ApplicationSettings | undefined
  actor?: string
}

/** `key` is shown only this once. */
type CreatedApiKey = { id: string; key: Secret; organisation: Organisation }

export type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number]

/** The vault's purpose name for hashing and encrypting keys. */
export const apiKeyPurpose = 'api-key'
/** A change under this topic contains the digest of a key that is no longer valid. */
export const apiKeyTopic = 'api-key'

export async function createApiKey(context: Context, request: NewApiKey): Promise<CreatedApiKey> {
  const { service, settings, actor = localActor } = request
  const name = readName('The name of a key', request.name)
  const scopes = encodeScopes(service, request.scopes)
  const speaksForApplication = service === 'twofactor'
  if (settings !== undefined && !speaksForApplication) {
    throw new Fault('invalid', { detail: 'Keys of this service have no settings: leave them out.' })
  }
  return context.database.write(async (tx) => {
    const organisation = await getOrCreateOrganisation(tx, context, request.organisation, actor)
    const application = { organisationId: organisation.id, service, name, settings: settings ?? {} }
    const made = await makeApiKey(tx, context, {
      organisationId: organisation.id,
      applicationId: speaksForApplication ? await createApplication(tx, context, application) : null,
      service,
      name,
      scopes,
      actor,
    })
    return { ...made, organisation }
  })
}

type KeyToMake = {
  organisationId: string
  applicationId: string | null
  service: Service
  name: string
  /** The scopes in their stored form: separated by spaces, null for all. */
  scopes: string | null
  actor: string
}

/** The key is shown only this once. */
export async function makeApiKey(
  tx: Transaction,
  context: Context,
  { organisationId, applicationId, service, name, scopes, actor }: KeyToMake,
): Promise<{ id: string; key: Secret }> {
  const text = drawKeyText(context.ids, service)
  const id = context.ids.uuid()
  await addApiKey(tx, {
    id,
    organisation_id: organisationId,
    application_id: applicationId,
    service,
    name,
    hint: hintOf(text),
    digest: context.vault.digest(apiKeyPurpose, text),
    // Two-factor callbacks are signed with the key, so it must be readable again; no other key is.
    sealed: applicationId === null ? null : context.vault.seal(apiKeyPurpose, text),
    scopes,
    created_at: context.clock.now(),
    revoked_at: null,
    last_used_at: null,
    ends_at: null,
    successor_id: null,
  })
  const detail = { service, organisation: organisationId, scopes: scopes ?? 'all' }
  await recordAudit(tx, context, { actor, action: 'api-key.create', subject: `api-key:${id}`, detail })
  return { id, key: new Secret(text) }
}

type Page = { after?: string; limit?: number }

/** Keys in the order in which they were created; the last one's id is the next page's `after`. */
export async function listApiKeys(context: Context, { after = '', limit = 1000 }: Page = {}) {
  const rows = await listApiKeyRows(context.database, { after, limit })
  return rows.map((row) => ({
    id: row.id,
    service: row.service,
    name: row.name,
    hint: row.hint,
    organisation: row.organisation,
    scopes: decodeScopes(row.service, row.scopes),
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    endsAt: row.ends_at ?? undefined,
  }))
}

type Revocation = 'revoked' | 'revoked-before' | 'unknown'

/** Takes effect at the commit in every process, because the keyring checks at each request. */
export function revokeApiKey(context: Context, id: string, actor: string = localActor): Promise<Revocation> {
  return context.database.write(async (tx) => {
    const revoked = await markRevoked(tx, { id, now: context.clock.now() })
    if (revoked === undefined) return (await hasApiKey(tx, id)) ? 'revoked-before' : 'unknown'
    await recordChange(tx, apiKeyTopic, revoked.digest)
    const detail = { service: revoked.service }
    await recordAudit(tx, context, { actor, action: 'api-key.revoke', subject: `api-key:${id}`, detail })
    return 'revoked'
  })
}
