import type { Kysely } from 'kysely'
import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { IssuerTables, KeyRow } from '../base/tables.ts'

const { one, insertNew, tx } = storeOf<IssuerTables>()

/**
 * Returns whether the key is new. An existing key is left unchanged, even a revoked one: a revoked key never comes
 * back.
 */
export const insertKey = insertNew('issuer_keys', 'fingerprint')

export const findKey = one((db, fingerprint: string) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', fingerprint),
)

/**
 * Locks a live key's row until the transaction ends, so that what is read here can safely be written back: concurrent
 * changes of one key wait for each other. Undefined: the key is not live.
 */
export const holdLiveKey = tx.one((db, fingerprint: string) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ version: row.ref('version') }))
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .returningAll(),
)

/** Call this only for a key that the transaction has locked with `holdLiveKey`. */
export const updateKeyMembers = tx.run(
  (db, p: Pick<KeyRow, 'fingerprint' | 'name' | 'callbacks' | 'devtoken' | 'updated_at'>) =>
    db
      .updateTable('issuer_keys')
      .set((row) => ({
        name: p.name,
        callbacks: p.callbacks,
        devtoken: p.devtoken,
        updated_at: p.updated_at,
        version: row('version', '+', 1),
      }))
      .where('fingerprint', '=', p.fingerprint)
      .where('revoked_at', 'is', null),
)

export const updateKeyClaims = tx.run((db, p: Pick<KeyRow, 'fingerprint' | 'claims' | 'updated_at'>) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ claims: p.claims, updated_at: p.updated_at, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('revoked_at', 'is', null),
)

/** False: the key was already revoked. */
export const markKeyRevoked = tx.guarded(
  (db, p: { fingerprint: string; now: number; successor: string | null }) =>
    db
      .updateTable('issuer_keys')
      .set((row) => ({
        revoked_at: p.now,
        updated_at: p.now,
        successor: p.successor,
        devtoken: null,
        version: row('version', '+', 1),
      }))
      .where('fingerprint', '=', p.fingerprint)
      .where('revoked_at', 'is', null),
)

function verification(db: Kysely<IssuerTables>, p: { fingerprint: string; now: number }) {
  return db
    .updateTable('issuer_keys')
    .set((row) => ({ verified_name: row.ref('name'), updated_at: p.now, version: row('version', '+', 1) }))
    .where('fingerprint', '=', p.fingerprint)
    .where('kind', '=', 'application')
    .where('revoked_at', 'is', null)
    .returning('name')
}
const verifyName = tx.one((db, p: { fingerprint: string; now: number }) =>
  verification(db, p).where('name', 'is not', null),
)
/** Succeeds only if the name is still the one that the operator saw. */
const verifySeenName = tx.one((db, p: { fingerprint: string; now: number; seen: string }) =>
  verification(db, p).where('name', '=', p.seen),
)

/** False: the key had no verified name. */
export const markNameUnverified = tx.guarded((db, fingerprint: string, now: number) =>
  db
    .updateTable('issuer_keys')
    .set((row) => ({ verified_name: null, updated_at: now, version: row('version', '+', 1) }))
    .where('fingerprint', '=', fingerprint)
    .where('verified_name', 'is not', null),
)

/** Returns the name that is now verified. */
export async function markNameVerified(
  tx: Transaction,
  { seen, ...key }: { fingerprint: string; now: number; seen: string | null },
): Promise<string | undefined> {
  const marked = await (seen === null ? verifyName(tx, key) : verifySeenName(tx, { ...key, seen }))
  return marked?.name ?? undefined
}
