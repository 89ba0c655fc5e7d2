import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { AccountTables } from './tables.ts'

/** Counts the live applications and keys of an organisation or of the whole server. */
export async function countAccounts(
  db: Reader,
  { organisationId, now }: { organisationId: string | undefined; now: number },
): Promise<{ applications: number; keys: number }> {
  const applications = statementOnce<AccountTables, { count: number }>((builder) => {
    const all = builder
      .selectFrom('applications')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('disabled_at', 'is', null)
    return organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)
  })
  const keys = statementOnce<AccountTables, { count: number }>((builder) => {
    const all = builder
      .selectFrom('api_keys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    return organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)
  })
  return {
    applications: (await db.first(applications, {}))?.count ?? 0,
    keys: (await db.first(keys, {}))?.count ?? 0,
  }
}
