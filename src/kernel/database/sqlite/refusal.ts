import { sqliteCode, sqliteCodes } from './driver.ts'

/** SQLSTATE classes for invalid values, violated constraints and exceeded limits. */
const postgresRefusals = /^(22|23|54)/

/** Whether the engine refused this particular data, as opposed to being unable to store anything. */
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

/** SQLite's extended codes for a violated primary key and unique index. */
const sqliteTaken: readonly unknown[] = [1555, 2067]

/** Whether another row already has a value that must be unique. */
function isTaken(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23505' || sqliteTaken.includes(errcode)
}

/**
 * Returns the work's result, or `taken` if another transaction stored the same unique value first: a guard cannot see
 * uncommitted rows.
 */
export async function unlessTaken<T>(work: Promise<T>, taken: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error)) return taken
    throw error
  }
}
