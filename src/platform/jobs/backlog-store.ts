import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { JobsTables } from './tables.ts'

const { count } = storeOf<JobsTables>('heavy')

const countWaiting = count((db, before: number) =>
  db
    .selectFrom('jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .where('run_at', '<', before)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', before)])),
)
const countGivenUp = count((db) =>
  db
    .selectFrom('jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed'),
)

/** Counts jobs that were due before the given time and have not started, and jobs that were given up. */
export async function countStuckJobs(
  db: Reader,
  before: number,
): Promise<{ overdue: number; failed: number }> {
  return { overdue: await countWaiting(db, before), failed: await countGivenUp(db) }
}
