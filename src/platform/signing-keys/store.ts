import { storeOf } from '../../kernel/database/store.ts'
import type { Purpose, SigningKeyTables } from './tables.ts'

const { one, many, tx } = storeOf<SigningKeyTables>()

/** Returns whether the purpose had no active key. */
export const addSigningKey = tx.insertNew('signing_keys')

export const findActiveKey = one((db, purpose: Purpose) =>
  db.selectFrom('signing_keys').selectAll().where('purpose', '=', purpose).where('retired_at', 'is', null),
)

export const listPublishedKeys = many((db, p: { purpose: Purpose; now: number }) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where('purpose', '=', p.purpose)
    .where((or) => or.or([or('retired_at', 'is', null), or('expires_at', '>', p.now)])),
)

/** Returns whether this call retired the key. */
export const retireKey = tx.guarded((db, p: { kid: string; now: number; expiresAt: number }) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: p.now, expires_at: p.expiresAt, sealed: null })
    .where('kid', '=', p.kid)
    .where('retired_at', 'is', null),
)

/**
 * Withdraws a retired key that tokens may still refer to, so that none is accepted from now on. Returns whether this
 * call did it.
 */
export const withdrawKey = tx.guarded((db, p: { kid: string; now: number }) =>
  db
    .updateTable('signing_keys')
    .set({ expires_at: p.now })
    .where('kid', '=', p.kid)
    .where('retired_at', 'is not', null)
    .where('expires_at', '>', p.now),
)

export const findKey = one((db, kid: string) =>
  db.selectFrom('signing_keys').selectAll().where('kid', '=', kid),
)

/** All keys including retired ones, newest first. */
export const listNewestKeys = many((db, limit: number) =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').limit(limit),
)
