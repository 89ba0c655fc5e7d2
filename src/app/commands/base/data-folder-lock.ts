import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, lockFile } from '../../../kernel/database/sqlite/file-lock.ts'
import type { Config } from '../../config/config.ts'
import { CommandError } from './command-error.ts'

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
