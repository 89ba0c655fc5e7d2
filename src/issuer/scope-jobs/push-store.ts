import { storeOf } from '../../kernel/database/store.ts'
import type { IssuerTables } from '../base/tables.ts'

const { value, run } = storeOf<IssuerTables>()

/** The encrypted push address of a live key. */
export const findDevtoken = value((db, fingerprint: string) =>
  db
    .selectFrom('issuer_keys')
    .select('devtoken')
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null),
)

/**
 * Leaves the push address alone if the key has replaced it in the meantime. No response contains push addresses, so
 * cached keys stay valid.
 */
export const dropDevtoken = run((db, fingerprint: string, devtoken: string) =>
  db
    .updateTable('issuer_keys')
    .set({ devtoken: null })
    .where('fingerprint', '=', fingerprint)
    .where('devtoken', '=', devtoken),
)
