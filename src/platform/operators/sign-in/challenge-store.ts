import type { Writer } from '../../../kernel/database/database.ts'
import { statementsOf } from '../../../kernel/database/statement.ts'
import { createSweep } from '../../../kernel/database/sweep.ts'
import type { ChallengePurpose, ChallengeRow, OperatorTables } from '../tables.ts'

const statement = statementsOf<OperatorTables>()

const insertChallenge = statement((db, p: ChallengeRow) =>
  db.insertInto('operator_challenges').values({
    digest: p.digest,
    purpose: p.purpose,
    operator_id: p.operator_id,
    expires_at: p.expires_at,
  }),
)
const deleteChallenge = statement((db, p: { digest: string; purpose: ChallengePurpose; now: number }) =>
  db
    .deleteFrom('operator_challenges')
    .where('digest', '=', p.digest)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)
const sweep = createSweep('operator_challenges', { key: ['digest'], by: 'expires_at' })

export async function addChallenge(db: Writer, row: ChallengeRow): Promise<void> {
  await db.run(insertChallenge, row)
}

/** Of many calls at once, one is given the challenge. */
export function takeChallenge(
  db: Writer,
  challenge: { digest: string; purpose: ChallengePurpose; now: number },
): Promise<Pick<ChallengeRow, 'operator_id'> | undefined> {
  return db.first(deleteChallenge, challenge)
}

export function removeExpiredChallenges(db: Writer, now: number): Promise<number> {
  return sweep(db, now + 1)
}
