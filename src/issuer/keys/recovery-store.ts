import { storeOf } from '../../kernel/database/store.ts'
import type { IssuerTables, RecoveryKeyRow } from '../base/tables.ts'

const { one, tx } = storeOf<IssuerTables>()

export const findRecoveryKey = one((db, fingerprint: string) =>
  db.selectFrom('issuer_recovery_keys').selectAll().where('fingerprint', '=', fingerprint),
)

/** A new recovery key replaces the previous one. */
export const putRecoveryKey = tx.run((db, p: RecoveryKeyRow) =>
  db
    .insertInto('issuer_recovery_keys')
    .values({ fingerprint: p.fingerprint, recovery: p.recovery, jwk: p.jwk, created_at: p.created_at })
    .onConflict((conflict) =>
      conflict
        .column('fingerprint')
        .doUpdateSet({ recovery: p.recovery, jwk: p.jwk, created_at: p.created_at }),
    ),
)

/** False: the key had no recovery key. */
export const deleteRecoveryKey = tx.guarded((db, fingerprint: string) =>
  db.deleteFrom('issuer_recovery_keys').where('fingerprint', '=', fingerprint),
)

/** Hands the recovery key to the key that takes over, unless it is that key itself. */
export const moveRecoveryKey = tx.run((db, from: string, to: string) =>
  db
    .updateTable('issuer_recovery_keys')
    .set({ fingerprint: to })
    .where('fingerprint', '=', from)
    .where('recovery', '!=', to),
)

type RecoveryToken = { fingerprint: string; recovery: string; jti: string; expires_at: number }

/**
 * True only for the first use of a token across all processes, and only if its signer is the recovery key of this key
 * at that moment. Call this only for a key that the transaction has locked with `holdLiveKey`.
 */
export const spendRecoveryToken = tx.guarded((db, p: RecoveryToken) =>
  db
    .insertInto('issuer_spent_tokens')
    .columns(['fingerprint', 'jti', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('issuer_recovery_keys')
        .select((row) => [
          row.ref('recovery').as('fingerprint'),
          row.val(p.jti).as('jti'),
          row.val(p.expires_at).as('expires_at'),
        ])
        .where('fingerprint', '=', p.fingerprint)
        .where('recovery', '=', p.recovery),
    )
    .onConflict((conflict) => conflict.columns(['fingerprint', 'jti']).doNothing()),
)
