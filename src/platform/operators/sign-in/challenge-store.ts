import type { Writer } from '../../../kernel/database/database.ts'
import { storeOf } from '../../../kernel/database/store.ts'
import { createSweep } from '../../../kernel/database/sweep.ts'
import type { ChallengePurpose, ChallengeRow, OperatorTables } from '../tables.ts'

const { one, run } = storeOf<OperatorTables>()

export const addChallenge = run((db, p: ChallengeRow) =>
  db.insertInto('operator_challenges').values({
    digest: p.digest,
    purpose: p.purpose,
    operator_id: p.operator_id,
    expires_at: p.expires_at,
  }),
)

/** Of several concurrent calls, only one gets the challenge. */
export const takeChallenge = one((db, p: { digest: string; purpose: ChallengePurpose; now: number }) =>
  db
    .deleteFrom('operator_challenges')
    .where('digest', '=', p.digest)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)

const sweep = createSweep('operator_challenges', { key: ['digest'], by: 'expires_at' })

export function removeExpiredChallenges(db: Writer, now: number): Promise<number> {
  return sweep(db, now + 1)
}
