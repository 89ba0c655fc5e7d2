import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import type { AccountTables, ApiKeyRow, Service } from './tables.ts'

const statement = statementsOf<AccountTables>()

/** What may be shown of a key: neither its digest nor its seal. */
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

const newestKeys = statement((db, p: KeyPage) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('organisation_id', '=', p.organisation_id)
    .where('service', '=', p.service)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const keysOfApplication = statement((db, p: { application_id: string; limit: number }) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('application_id', '=', p.application_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const shownKey = statement((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('api_keys')
    .select(shown)
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id),
)
/** Of rotations that start from the same key one takes effect. */
const succeed = statement((db, p: { id: string; successor_id: string; ends_at: number; now: number }) =>
  db
    .updateTable('api_keys')
    .set({ successor_id: p.successor_id, ends_at: p.ends_at })
    .where('id', '=', p.id)
    .where('successor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', p.now)]))
    .returning('digest'),
)
const digestsOf = statement((db, p: { application_id: string; now: number }) =>
  db
    .selectFrom('api_keys')
    .select('digest')
    .where('application_id', '=', p.application_id)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', p.now)])),
)

/** The newest first. */
export function listKeyRows(db: Reader, page: KeyPage): Promise<ShownKeyRow[]> {
  return db.all(newestKeys, page)
}

export function listKeysOfApplication(
  db: Reader,
  of: { application_id: string; limit: number },
): Promise<ShownKeyRow[]> {
  return db.all(keysOfApplication, of)
}

/** Those that open, of all these applications. */
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

/** Undefined for the key of another organisation too. */
export function findShownKey(
  db: Reader,
  key: { id: string; organisation_id: string },
): Promise<ShownKeyRow | undefined> {
  return db.first(shownKey, key)
}

/** Gives the digest of the key that this call put an end to; undefined where it has an end already. */
export async function endKey(
  tx: Transaction,
  ending: { id: string; successor_id: string; ends_at: number; now: number },
): Promise<string | undefined> {
  return (await tx.first(succeed, ending))?.digest
}

export async function listLiveDigests(
  db: Reader,
  of: { application_id: string; now: number },
): Promise<string[]> {
  return (await db.all(digestsOf, of)).map(({ digest }) => digest)
}
