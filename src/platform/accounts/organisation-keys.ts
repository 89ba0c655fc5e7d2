import type { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { recordAudit } from '../audit/entries.ts'
import { recordChange } from '../changes/changes.ts'
import { apiKeyTopic, makeApiKey, revokeApiKey } from './api-keys.ts'
import { endKey, findShownKey, listKeyRows, type ShownKeyRow } from './key-store.ts'
import { readName } from './name.ts'
import { decodeScopes, encodeScopes } from './scopes.ts'
import type { Service } from './tables.ts'

/** `ending`: it was rotated, and still works for a while. */
type KeyState = 'live' | 'ending' | 'ended' | 'revoked'

/** A key as the console shows it. */
export type ShownKey = ReturnType<typeof toShownKey>

/** The key itself is shown only this once. */
export type NewKey = { readonly shown: ShownKey; readonly key: Secret }

/** A position before the first key: no id sorts after it. */
export const START = 'g'

type KeyList = { organisationId: string; service: Service; before: string; limit: number }

/** One organisation's keys, newest first; the last one's id is the next page's `before`. */
export async function listKeys(context: Context, list: KeyList): Promise<ShownKey[]> {
  const { organisationId, ...page } = list
  const rows = await listKeyRows(context.database, { ...page, organisation_id: organisationId })
  return rows.map((row) => toShownKey(row, context.clock.now()))
}

/** Undefined if the key does not exist or belongs to another organisation. */
async function findKey(context: Context, organisationId: string, id: string): Promise<ShownKey | undefined> {
  const row = await findShownKey(context.database, { id, organisation_id: organisationId })
  return row === undefined ? undefined : toShownKey(row, context.clock.now())
}

type EventsKey = { organisationId: string; name: string; scopes: readonly string[] | undefined }

/** A key of the event services: it acts for the organisation, within its scopes. */
export async function createEventsKey(context: Context, request: EventsKey, actor: string): Promise<NewKey> {
  const { organisationId } = request
  const name = readName('The name of a key', request.name)
  const scopes = encodeScopes('events', request.scopes)
  const { id, key } = await context.database.write((tx) =>
    makeApiKey(tx, context, { organisationId, applicationId: null, service: 'events', name, scopes, actor }),
  )
  return { shown: await getKey(context, organisationId, id), key }
}

type Rotation = { organisationId: string; id: string; overlapMs: number }

/**
 * Creates a new key in place of an old one, which works for `overlapMs` more. Undefined if there is no such key,
 * `'ended'` if it is revoked or was rotated: of concurrent rotations, one creates a key.
 */
export async function rotateKey(
  context: Context,
  { organisationId, id, overlapMs }: Rotation,
  actor: string,
): Promise<NewKey | 'ended' | undefined> {
  const made = await context.database
    .write(async (tx) => {
      const old = await findShownKey(tx, { id, organisation_id: organisationId })
      if (old === undefined) return undefined
      const now = context.clock.now()
      const { service, name, scopes, application_id: applicationId } = old
      const fresh = await makeApiKey(tx, context, {
        organisationId,
        applicationId,
        service,
        name,
        scopes,
        actor,
      })
      const digest = await endKey(tx, { id, successor_id: fresh.id, ends_at: now + overlapMs, now })
      if (digest === undefined) throw new RotatedBefore()
      await recordChange(tx, apiKeyTopic, digest)
      const detail = { service, successor: fresh.id, overlap_seconds: Math.round(overlapMs / 1000) }
      await recordAudit(tx, context, { actor, action: 'api-key.rotate', subject: `api-key:${id}`, detail })
      return fresh
    })
    .catch((error: unknown) => {
      if (error instanceof RotatedBefore) return 'ended' as const
      throw error
    })
  if (made === undefined || made === 'ended') return made
  return { shown: await getKey(context, organisationId, made.id), key: made.key }
}

/** Thrown to roll back the transaction that created the new key. */
class RotatedBefore extends Error {
  override readonly name = 'RotatedBefore'
}

/** False if the organisation has no such key; an already revoked key stays revoked. */
export async function revokeKey(
  context: Context,
  { organisationId, id }: { organisationId: string; id: string },
  actor: string,
): Promise<boolean> {
  if ((await findKey(context, organisationId, id)) === undefined) return false
  await revokeApiKey(context, id, actor)
  return true
}

async function getKey(context: Context, organisationId: string, id: string): Promise<ShownKey> {
  const key = await findKey(context, organisationId, id)
  if (key === undefined) throw new Error('the new key cannot be found')
  return key
}

export function toShownKey(row: ShownKeyRow, now: number) {
  return {
    id: row.id,
    service: row.service,
    applicationId: row.application_id,
    name: row.name,
    hint: row.hint,
    scopes: [...decodeScopes(row.service, row.scopes)],
    state: stateOf(row, now),
    createdAt: formatTime(row.created_at),
    lastUsedAt: formatTimeOrNull(row.last_used_at),
    revokedAt: formatTimeOrNull(row.revoked_at),
    endsAt: formatTimeOrNull(row.ends_at),
    successorId: row.successor_id,
  }
}

function stateOf({ revoked_at, ends_at }: ShownKeyRow, now: number): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (ends_at === null) return 'live'
  return ends_at > now ? 'ending' : 'ended'
}
