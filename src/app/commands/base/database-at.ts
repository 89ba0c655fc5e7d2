import { existsSync } from 'node:fs'
import { openSnapshot, type Snapshot } from '../../../kernel/database/maintenance/snapshot.ts'
import { sqliteCode } from '../../../kernel/database/sqlite/driver.ts'
import type { Config } from '../../config/config.ts'
import { CommandError } from './command-error.ts'

/** False if the SQLite file does not exist because the server has never started. */
export function hasDatabase({ database }: Config): boolean {
  return database.engine === 'postgres' || existsSync(database.path)
}

export function requireDatabase(config: Config): void {
  if (hasDatabase(config)) return
  throw new CommandError(
    `there is no database in ${config.dataFolder} yet: start the server, or set LANYARD_DATA to the folder that has one`,
  )
}

/** Reads the database as it is, without creating, migrating or changing anything. */
export async function withSnapshot<T>(config: Config, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  requireDatabase(config)
  try {
    const snapshot = await openSnapshot(config.database)
    try {
      return await work(snapshot)
    } finally {
      await snapshot.close()
    }
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    throw new CommandError(`the database cannot be read (${(error as Error).message}): see \`lanyard check\``)
  }
}
