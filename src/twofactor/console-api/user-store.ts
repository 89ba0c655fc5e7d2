import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import type { TwofactorTables, UserRow } from '../base/tables.ts'

const statement = statementsOf<TwofactorTables>('heavy')

type UserPage = { application_id: string; before: string; limit: number }

const newest = statement((db, p: UserPage) =>
  db
    .selectFrom('twofactor_users')
    .selectAll()
    .where('application_id', '=', p.application_id)
    .where('removed_at', 'is', null)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
/** An index has exactly the users who were locked since their last success: the condition must be written as it is there. */
const locked = statement((db, p: UserPage & { now: number }) =>
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
const foreignSeed = statement((db, p: { user_id: string }) =>
  db
    .selectFrom('twofactor_seeds')
    .select('id')
    .where('user_id', '=', p.user_id)
    .where('device_id', 'is', null)
    .limit(1),
)

/** The newest first; with `now` those who are locked out at that time alone. */
export function listUserRows(db: Reader, page: UserPage, now: number | undefined): Promise<UserRow[]> {
  return now === undefined ? db.all(newest, page) : db.all(locked, { ...page, now })
}

export async function hasForeignSeed(db: Reader, userId: string): Promise<boolean> {
  return (await db.first(foreignSeed, { user_id: userId })) !== undefined
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
