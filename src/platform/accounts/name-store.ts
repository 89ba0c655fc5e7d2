import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import type { AccountTables } from './tables.ts'

type Kind = 'organisation' | 'application' | 'api-key'
type Named = { id: string; name: string; organisationId: string; applicationId?: string | null }

/** Names by id, of disabled applications and revoked keys too. */
export async function findAccountNames(
  db: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<readonly Named[]> {
  if (ids.length === 0) return []
  const once = statementOnce<AccountTables, Named>((builder) => {
    if (kind === 'organisation')
      return builder
        .selectFrom('organisations')
        .select(['id', 'name', 'id as organisationId'])
        .where('id', 'in', [...ids])
    if (kind === 'application')
      return builder
        .selectFrom('applications')
        .select(['id', 'name', 'organisation_id as organisationId'])
        .where('id', 'in', [...ids])
    return builder
      .selectFrom('api_keys')
      .select(['id', 'name', 'organisation_id as organisationId', 'application_id as applicationId'])
      .where('id', 'in', [...ids])
  })
  return db.all(once, {})
}
