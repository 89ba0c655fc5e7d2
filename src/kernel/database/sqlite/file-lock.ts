import { loadSqlite, sqliteCode, sqliteCodes } from './driver.ts'
import { createSqliteFile } from './writer.ts'

export type FileLock = { release(): void }

/**
 * Locks a file for as long as this process lives; undefined if another process has the lock. SQLite keeps the lock in
 * the operating system, so a killed process leaves none behind.
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const { DatabaseSync } = await loadSqlite()
  createSqliteFile(path)
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec('begin exclusive')
    return { release: () => connection.close() }
  } catch (error) {
    connection.close()
    if (sqliteCode(error) === sqliteCodes.busy) return undefined
    throw error
  }
}
