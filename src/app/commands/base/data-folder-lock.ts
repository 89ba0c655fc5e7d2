import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationState } from '../../../kernel/database/maintenance/migrate.ts'
import { type FileLock, lockFile } from '../../../kernel/database/sqlite/file-lock.ts'
import type { Config } from '../../config/config.ts'
import { migrations } from '../../context/migrations.ts'
import { CommandError } from './command-error.ts'
import { hasDatabase, withSnapshot } from './database-at.ts'

/** Two servers on one SQLite file would each trust their own cache of it. `cure` tells the operator what to do. */
export async function lockDataFolder(
  { database, dataFolder }: Config,
  cure: string,
): Promise<FileLock | undefined> {
  if (database.engine === 'postgres') return undefined
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const lock = await lockFile(join(dataFolder, 'server.lock'))
  if (lock !== undefined) return lock
  throw new CommandError(`another Lanyard server is using ${dataFolder}: ${cure}`)
}

/**
 * Locks the data folder if a breaking migration is pending: a server of the release before, still running, could not
 * work with its result.
 */
export async function lockForBreaking(config: Config): Promise<FileLock | undefined> {
  if (config.database.engine === 'postgres' || !hasDatabase(config)) return undefined
  const { applied, pending } = await withSnapshot(config, (snapshot) =>
    readMigrationState(snapshot, migrations),
  )
  // Nothing applied: the server is making this database, and is of this release.
  const breaks =
    applied.length > 0 && migrations.some(({ name, breaking }) => breaking && pending.includes(name))
  return breaks
    ? lockDataFolder(config, 'stop it first, because this release changes its database')
    : undefined
}
