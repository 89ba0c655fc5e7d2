import { BackupError } from '../../platform/backup/backup-error.ts'
import { CommandError } from './base/command-error.ts'

/** Names the file in front of what is wrong with it. */
export async function aboutFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new CommandError(`${path} ${error.message}`)
  }
}
