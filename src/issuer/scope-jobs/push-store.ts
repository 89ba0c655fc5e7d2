import { storeOf } from '../../kernel/database/store.ts'
import type { IssuerTables } from '../base/tables.ts'

const { value, run } = storeOf<IssuerTables>()

/** Of a live key, as it is sealed. */
export const findDevtoken = value((db, fingerprint: string) =>
  db
    .selectFrom('issuer_keys')
    .select('devtoken')
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null),
)

/**
 * One that the key has replaced meanwhile is not touched. Nobody sees a push address: the key's answers stay as they
 * are.
 */
export const dropDevtoken = run((db, fingerprint: string, devtoken: string) =>
  db
    .updateTable('issuer_keys')
    .set({ devtoken: null })
    .where('fingerprint', '=', fingerprint)
    .where('devtoken', '=', devtoken),
)
