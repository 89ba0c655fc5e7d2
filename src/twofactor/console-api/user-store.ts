import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { TwofactorTables, UserRow } from '../base/tables.ts'

const { many, exists } = storeOf<TwofactorTables>('heavy')

type UserPage = { application_id: string; before: string; limit: number }

const newest = many((db, p: UserPage) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('removed_at', 'is', null)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
/**
 * A partial index contains exactly the users locked since their last success. The condition must match the index
 * definition word for word to use it.
 */
const locked = many((db, p: UserPage & { now: number }) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('removed_at', 'is', null)
    .where((row) => row.or([row('shut_at', 'is not', null), row('locked_until', 'is not', null)]))
    .where((row) => row.or([row('shut_at', 'is not', null), row('locked_until', '>', p.now)]))
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const hasForeignSeed = exists((db, userId: string) =>
  db
    .selectFrom('twofactor_seeds')
    .select('id')
    .where('user_id', '=', userId)
    .where('device_id', 'is', null)
    .limit(1),
)

/** Newest first; with `now`, only users who are locked at that time. */
export function listUserRows(db: Reader, page: UserPage, now: number | undefined): Promise<UserRow[]> {
  return now === undefined ? newest(db, page) : locked(db, { ...page, now })
}

/** The numbers of these users, by id. */
export async function numbersOf(db: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const numbers = statementOnce<TwofactorTables, Pick<UserRow, 'id' | 'number'>>((build) =>
    build
      .selectFrom('twofactor_users')
      .select(['id', 'number'])
      .where('id', 'in', [...new Set(ids)])
      .where('removed_at', 'is', null)
      .limit(ids.length),
  )
  return new Map((await db.all(numbers, {})).map(({ id, number }) => [id, number]))
}
