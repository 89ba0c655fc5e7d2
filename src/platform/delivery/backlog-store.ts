import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { DeliveryTables } from './tables.ts'

const { count } = storeOf<DeliveryTables>('heavy')

const countWaiting = count((db, before: number) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('text', 'is not', null)
    .where('created_at', '<', before),
)
const countFailed = count((db) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('failed')),
)
const countLost = count((db) =>
  db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('unknown'))
    .where('text', 'is', null),
)

/** Counts messages that were written before the given time and are still unsent, and messages that were given up. */
export async function countStuckMessages(
  db: Reader,
  before: number,
): Promise<{ overdue: number; failed: number }> {
  const overdue = await countWaiting(db, before)
  return { overdue, failed: (await countFailed(db)) + (await countLost(db)) }
}
