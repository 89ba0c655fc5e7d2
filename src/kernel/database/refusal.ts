import { sqliteCode, sqliteCodes } from './sqlite-driver.ts'

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
