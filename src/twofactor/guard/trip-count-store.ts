import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { TwofactorTables } from '../base/tables.ts'

/** Counts the guard's trips since a time, for one organisation or for the whole server. */
export async function countTripsSince(
  db: Reader,
  { organisationId, since }: { organisationId: string | undefined; since: number },
): Promise<number> {
  const once = statementOnce<TwofactorTables, { count: number }>((builder) => {
    const all = builder
      .selectFrom('twofactor_guard_trips')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('last_at', '>=', since)
    return organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)
  })
  return (await db.first(once, {}))?.count ?? 0
}
