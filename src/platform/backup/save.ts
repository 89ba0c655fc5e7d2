import {
  closeSync,
  createWriteStream,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncFolder } from '../../kernel/base/durable-file.ts'
import { BackupError } from './backup-error.ts'
import type { BackupSummary } from './write.ts'

const pieceBytes = 64 * 1024

/** Writes to a temporary file first, so that the final name always means a complete backup. Throws a BackupError. */
export async function saveBackup(
  path: string,
  pieces: AsyncGenerator<string, BackupSummary>,
): Promise<BackupSummary & { bytes: number }> {
  try {
    return await writeAndRename(path, pieces)
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    // Errors of the database connection have system calls too, but other ones.
    if (!/^(open|write|fsync|rename|unlink|rm|stat)$/.test(syscall ?? '')) throw error
    throw new BackupError(`cannot be written (${code})`, { cause: error })
  }
}

async function writeAndRename(
  path: string,
  pieces: AsyncGenerator<string, BackupSummary>,
): Promise<BackupSummary & { bytes: number }> {
  const draft = `${path}.partial`
  rmSync(draft, { force: true })
  const fd = openSync(draft, 'wx', 0o600)
  try {
    const summary = await write(fd, pieces)
    fsyncSync(fd)
    const { ino, size } = fstatSync(fd)
    if (statSync(draft).ino !== ino) throw new BackupError('is being written by another backup too')
    renameSync(draft, path)
    syncFolder(dirname(path))
    return { ...summary, bytes: size }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

async function write(fd: number, pieces: AsyncGenerator<string, BackupSummary>): Promise<BackupSummary> {
  let summary: BackupSummary | undefined
  const take = async function* () {
    summary = yield* pieces
  }
  const output = createWriteStream('', { fd, autoClose: false, highWaterMark: pieceBytes })
  await pipeline(take, createGzip({ chunkSize: pieceBytes }), output)
  if (summary === undefined) throw new Error('the written backup has no summary')
  return summary
}
