import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AccountTables, ApiKeyRow, Service } from './tables.ts'

const { one, many, values, tx } = storeOf<AccountTables>()

/** The parts of a key that may be shown: neither its digest nor its encrypted text. */
export type ShownKeyRow = Omit<ApiKeyRow, 'digest' | 'sealed'>

const shown = [
  'id',
  'organisation_id',
  'application_id',
  'service',
  'name',
  'hint',
  'scopes',
  'created_at',
  'revoked_at',
  'last_used_at',
  'ends_at',
  'successor_id',
] as const

type KeyPage = { organisation_id: string; service: Service; before: string; limit: number }

/** An organisation's keys, newest first. */
export const listKeyRows = many((db, p: KeyPage) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('organisation_id', '=', p.organisation_id)
    .where('service', '=', p.service)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const listKeysOfApplication = many((db, p: { application_id: string; limit: number }) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('application_id', '=', p.application_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** Undefined if the key does not exist or belongs to another organisation. */
export const findShownKey = one((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id),
)

/**
 * Returns the digest of the key that this call ended; undefined if it had already ended. Of several rotations of the
 * same key, one takes effect.
 */
export const endKey = tx.value((db, p: { id: string; successor_id: string; ends_at: number; now: number }) =>
  db
    .updateTable('api_keys')
    .set({ successor_id: p.successor_id, ends_at: p.ends_at })
    .where('id', '=', p.id)
    .where('successor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', p.now)]))
    .returning('digest'),
)

export const listLiveDigests = values((db, p: { application_id: string; now: number }) =>
  db
    .selectFrom('api_keys')
    .select('digest')
    .where('application_id', '=', p.application_id)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', p.now)])),
)

/** The valid keys of all these applications. */
export function listLiveKeys(
  db: Reader,
  of: { applicationIds: readonly string[]; now: number },
): Promise<ShownKeyRow[]> {
  if (of.applicationIds.length === 0) return Promise.resolve([])
  const live = statementOnce<AccountTables, ShownKeyRow>((build) =>
    build
      .selectFrom('api_keys')
      .select(shown)
      .where('application_id', 'in', of.applicationIds)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', of.now)]))
      .orderBy('id', 'desc')
      .limit(1000),
  )
  return db.all(live, {})
}
