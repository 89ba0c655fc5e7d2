import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { Purpose, SigningKeyRow, SigningKeyTables } from './tables.ts'

const statement = statementsOf<SigningKeyTables>()

const insertKey = statement((db, p: SigningKeyRow) =>
  db
    .insertInto('signing_keys')
    .values({
      kid: p.kid,
      purpose: p.purpose,
      public_jwk: p.public_jwk,
      sealed: p.sealed,
      created_at: p.created_at,
      retired_at: p.retired_at,
      expires_at: p.expires_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
)
const selectActive = statement((db, p: { purpose: Purpose }) =>
  db.selectFrom('signing_keys').selectAll().where('purpose', '=', p.purpose).where('retired_at', 'is', null),
)
const selectPublished = statement((db, p: { purpose: Purpose; now: number }) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where('purpose', '=', p.purpose)
    .where((or) => or.or([or('retired_at', 'is', null), or('expires_at', '>', p.now)])),
)
const updateRetired = statement((db, p: { kid: string; now: number; expiresAt: number }) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: p.now, expires_at: p.expiresAt, sealed: null })
    .where('kid', '=', p.kid)
    .where('retired_at', 'is', null),
)

/** A retired key that tokens may still name: from now on none may. */
const updateWithdrawn = statement((db, p: { kid: string; now: number }) =>
  db
    .updateTable('signing_keys')
    .set({ expires_at: p.now })
    .where('kid', '=', p.kid)
    .where('retired_at', 'is not', null)
    .where('expires_at', '>', p.now),
)
const selectKey = statement((db, p: { kid: string }) =>
  db.selectFrom('signing_keys').selectAll().where('kid', '=', p.kid),
)

const selectNewest = statement((db, p: { limit: number }) =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').limit(p.limit),
)

/** Retired ones too, the newest first. */
export function listNewestKeys(db: Reader, limit: number): Promise<SigningKeyRow[]> {
  return db.all(selectNewest, { limit })
}

/** Tells whether the purpose had no active key. */
export async function addSigningKey(tx: Transaction, row: SigningKeyRow): Promise<boolean> {
  return (await tx.run(insertKey, row)) === 1
}

export function findActiveKey(db: Reader, purpose: Purpose): Promise<SigningKeyRow | undefined> {
  return db.first(selectActive, { purpose })
}

export function listPublishedKeys(
  db: Reader,
  of: { purpose: Purpose; now: number },
): Promise<SigningKeyRow[]> {
  return db.all(selectPublished, of)
}

/** Tells whether this call retired the key. */
export async function retireKey(
  tx: Transaction,
  key: { kid: string; now: number; expiresAt: number },
): Promise<boolean> {
  return (await tx.run(updateRetired, key)) === 1
}

/** Tells whether this call withdrew the key. */
export async function withdrawKey(tx: Transaction, key: { kid: string; now: number }): Promise<boolean> {
  return (await tx.run(updateWithdrawn, key)) === 1
}

export function findKey(db: Reader, kid: string): Promise<SigningKeyRow | undefined> {
  return db.first(selectKey, { kid })
}
