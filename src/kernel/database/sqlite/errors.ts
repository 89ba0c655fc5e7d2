import { Fault } from '../../base/fault.ts'
import { sqliteCode, sqliteCodes } from './driver.ts'

/** Codes that mean "not now", because of another process or the disk. */
const notNow: readonly (number | undefined)[] = [
  sqliteCodes.busy,
  sqliteCodes.locked,
  sqliteCodes.readonly,
  sqliteCodes.ioerr,
  sqliteCodes.full,
  sqliteCodes.cantopen,
]

export function explainSqlite(error: unknown): unknown {
  if (!notNow.includes(sqliteCode(error))) return error
  return new Fault('busy', {
    detail: 'the database cannot be written now',
    retryAfterSeconds: 2,
    cause: error,
  })
}
