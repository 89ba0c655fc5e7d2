import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { OperatorTables } from './tables.ts'

const { count } = storeOf<OperatorTables>()

export const countOperators = count((db) =>
  db
    .selectFrom('operators')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('disabled_at', 'is', null),
)

export const countPasskeys = count((db, operatorId: string) =>
  db
    .selectFrom('operator_passkeys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId),
)

/** Operators' names by id; the e-mail address if there is no name. */
export async function findOperatorNames(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const once = statementOnce<OperatorTables, { id: string; name: string | null; email: string }>((builder) =>
    builder
      .selectFrom('operators')
      .select(['id', 'name', 'email'])
      .where('id', 'in', [...ids]),
  )
  return new Map((await db.all(once, {})).map(({ id, name, email }) => [id, name ?? email]))
}
