import type { Database } from '../kernel/database/database.ts'
import { liftChanges, readLastUsedChange } from './change-store.ts'

/**
 * Changes are numbered so that a reader who has seen everything below a settled number misses nothing, however late a
 * transaction commits: SQLite counts its writers, PostgreSQL gives the transaction's own number. A database that was
 * moved to another server or engine starts below the numbers in use; this function raises them at the start. Nothing
 * else may raise them: a transaction that runs while another server starts already has its number.
 */
export async function alignChangeClock(database: Database): Promise<void> {
  await liftChanges(database, await readLastUsedChange(database))
}
