import type { Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { IssuerTables } from '../base/tables.ts'

const statement = statementsOf<IssuerTables>()

/** The key that signs must be live at that very moment. */
const spend = statement((db, p: IssuerTables['issuer_spent_tokens']) =>
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

const sweep = createSweep('issuer_spent_tokens', { key: ['fingerprint', 'jti'], by: 'expires_at' })

/** True for the first who spends a token of a live key, in whatever process. */
export async function spendToken(
  tx: Transaction,
  token: IssuerTables['issuer_spent_tokens'],
): Promise<boolean> {
  return (await tx.run(spend, token)) === 1
}

export function deleteSpentTokens(db: Writer, now: number): Promise<number> {
  return sweep(db, now)
}
