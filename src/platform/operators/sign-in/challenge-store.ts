import { storeOf } from '../../../kernel/database/store.ts'
import { createSweep } from '../../../kernel/database/sweep.ts'
import type { ChallengePurpose, OperatorTables } from '../tables.ts'

const { one, insert } = storeOf<OperatorTables>()

export const addChallenge = insert('operator_challenges')

/** Of several concurrent calls, only one gets the challenge. */
export const takeChallenge = one((db, p: { digest: string; purpose: ChallengePurpose; now: number }) =>
  db
    .deleteFrom('operator_challenges')
    .where('digest', '=', p.digest)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)

export const removeExpiredChallenges = createSweep('operator_challenges', {
  key: ['digest'],
  by: 'expires_at',
  inclusive: true,
})
