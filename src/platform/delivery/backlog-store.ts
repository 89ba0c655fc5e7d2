import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { DeliveryTables } from './tables.ts'

const statement = statementsOf<DeliveryTables>('heavy')

const countWaiting = statement((db, p: { before: number }) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('text', 'is not', null)
    .where('created_at', '<', p.before),
)
const countFailed = statement((db) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('failed')),
)
const countLost = statement((db) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('unknown'))
    .where('text', 'is', null),
)

/** Messages that were written before the time and have not left, and messages that were given up. */
export async function countStuckMessages(
  db: Reader,
  before: number,
): Promise<{ overdue: number; failed: number }> {
  const overdue = await db.first(countWaiting, { before })
  const failed = await db.first(countFailed, {})
  const lost = await db.first(countLost, {})
  return { overdue: overdue?.count ?? 0, failed: (failed?.count ?? 0) + (lost?.count ?? 0) }
}
