import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../kernel/database/statement.ts'
import type { OperatorTables } from './tables.ts'

const statement = statementsOf<OperatorTables>()

const countLive = statement((db) =>
  db
    .selectFrom('operators')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('disabled_at', 'is', null),
)
const countPasskeysOf = statement((db, p: { operatorId: string }) =>
  db
    .selectFrom('operator_passkeys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('operator_id', '=', p.operatorId),
)

export async function countOperators(db: Reader): Promise<number> {
  return (await db.first(countLive, {}))?.count ?? 0
}

export async function countPasskeys(db: Reader, operatorId: string): Promise<number> {
  return (await db.first(countPasskeysOf, { operatorId }))?.count ?? 0
}

/** Their names, or addresses where they have none, by id. */
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
