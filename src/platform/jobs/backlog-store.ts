import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { JobsTables } from './tables.ts'

const statement = statementsOf<JobsTables>('heavy')

const countWaiting = statement((db, p: { before: number }) =>
  db
    .selectFrom('jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .where('run_at', '<', p.before)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', p.before)])),
)
const countGivenUp = statement((db) =>
  db
    .selectFrom('jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed'),
)

/** Jobs that nobody has started although they were due before the time, and jobs that were given up. */
export async function countStuckJobs(
  db: Reader,
  before: number,
): Promise<{ overdue: number; failed: number }> {
  const overdue = await db.first(countWaiting, { before })
  const failed = await db.first(countGivenUp, {})
  return { overdue: overdue?.count ?? 0, failed: failed?.count ?? 0 }
}
