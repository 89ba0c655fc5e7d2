import type { Transaction, Writer } from '../kernel/database/database.ts'
import { statementsOf } from '../kernel/database/statement.ts'
import type { IssuerTables } from './tables.ts'

const statement = statementsOf<IssuerTables>()

const spend = statement((db, p: IssuerTables['issuer_spent_tokens']) =>
  db
    .insertInto('issuer_spent_tokens')
    .values({ fingerprint: p.fingerprint, jti: p.jti, expires_at: p.expires_at })
    .onConflict((conflict) => conflict.columns(['fingerprint', 'jti']).doNothing()),
)

const sweep = statement((db, p: { now: number }) =>
  db.deleteFrom('issuer_spent_tokens').where('expires_at', '<', p.now),
)

/** True for the first who spends the token, in whatever process. */
export async function spendToken(
  tx: Transaction,
  token: IssuerTables['issuer_spent_tokens'],
): Promise<boolean> {
  return (await tx.run(spend, token)) === 1
}

export function deleteSpentTokens(db: Writer, now: number): Promise<number> {
  return db.run(sweep, { now })
}
