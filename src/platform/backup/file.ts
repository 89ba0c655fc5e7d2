import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type BackupPart, readBackup } from './read.ts'

const pieceBytes = 64 * 1024

/** Why the file cannot be read, by error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
  Z_BUF_ERROR: 'is cut off',
  Z_DATA_ERROR: 'is not a Lanyard backup, or is damaged',
}

/** Reads the parts of a backup from a file. Throws a BackupError. */
export async function* readBackupFile(path: string): AsyncGenerator<BackupPart[]> {
  const file = createReadStream(path, { highWaterMark: pieceBytes })
  const unpacked = createGunzip({ chunkSize: pieceBytes })
  file.on('error', (error) => unpacked.destroy(error))
  try {
    yield* readBackup(file.pipe(unpacked))
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new BackupError(reason, { cause: error })
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}
