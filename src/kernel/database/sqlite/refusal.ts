import { sqliteCode, sqliteCodes } from './driver.ts'

/** SQLSTATE classes: what a column cannot hold, what a constraint forbids, what is too large. */
const postgresRefusals = /^(22|23|54)/

/** Tells whether the engine refused what it was given, as opposed to being unable to take anything. */
export function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && postgresRefusals.test(code)) return true
  const refusals: readonly (number | undefined)[] = [
    sqliteCodes.constraint,
    sqliteCodes.mismatch,
    sqliteCodes.tooBig,
  ]
  return refusals.includes(sqliteCode(error))
}

/** Extended codes of SQLite: a primary key and another unique index. */
const sqliteTaken: readonly unknown[] = [1555, 2067]

/** Tells whether another row has what may be there once. */
function isTaken(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23505' || sqliteTaken.includes(errcode)
}

/** What the work gives, or `taken` where somebody was first with what is unique: a guard cannot see what is not committed. */
export async function unlessTaken<T>(work: Promise<T>, taken: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error)) return taken
    throw error
  }
}
