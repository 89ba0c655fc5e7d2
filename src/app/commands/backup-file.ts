import { BackupError } from '../../platform/backup/backup-error.ts'
import { CommandError } from './base/command-error.ts'

/** Puts the file's name in front of an error about it. */
export async function aboutFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new CommandError(`${path} ${error.message}`)
  }
}
