import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables } from '../base/tables.ts'

const { tx } = storeOf<IssuerTables>()

/**
 * True only for the first use of a token across all processes, and only if the signing key is live at that moment.
 */
export const spendToken = tx.guarded((db, p: IssuerTables['issuer_spent_tokens']) =>
  db
    .insertInto('issuer_spent_tokens')
    .columns(['fingerprint', 'jti', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('issuer_keys')
        .select((row) => ['fingerprint', row.val(p.jti).as('jti'), row.val(p.expires_at).as('expires_at')])
        .where('fingerprint', '=', p.fingerprint)
        .where('revoked_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['fingerprint', 'jti']).doNothing()),
)

/**
 * Used tokens are remembered for an hour. A token is too old to be accepted long before that, even if a clock was
 * reset.
 */
export const sweepSpentTokens = createSweep('issuer_spent_tokens', {
  key: ['fingerprint', 'jti'],
  by: 'expires_at',
  keptMs: 3_600_000,
})
