import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { systemRandom } from '../../kernel/base/random.ts'
import { createVault } from '../../kernel/base/vault.ts'
import { type Load, openLoad } from '../../kernel/database/maintenance/load.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { readBackupFile } from '../../platform/backup/file.ts'
import type { BackupHeader } from '../../platform/backup/format.ts'
import { listMissing, restoreBackup, verifyBackup } from '../../platform/backup/restore.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { migrations } from '../context/migrations.ts'
import { findRootKey } from '../context/root-key.ts'
import { aboutFile } from './backup-file.ts'
import { CommandError } from './base/command-error.ts'
import { lockDataFolder } from './base/data-folder-lock.ts'
import { print } from './base/output.ts'
import { withContext } from './base/with-context.ts'

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database, completely or not at all')
    .argument('<file>')
    .option('--json')
    .action(restore)
}

async function restore(file: string, options: { json?: boolean }): Promise<void> {
  const config = loadConfig()
  const path = resolve(file)
  const header = await aboutFile(path, () => verify(path))
  checkRootKey(config, header)
  const lock = await lockDataFolder(config, 'stop it first')
  try {
    const total = await fillEmpty(config, (load) =>
      aboutFile(path, () => restoreBackup(load, readBackupFile(path), migrations)),
    )
    // Opening the context migrates an older release's schema.
    await withContext(async () => {})
    const text = `Restored ${total.rows} rows of ${total.tables} tables from ${header.takenAt}.`
    print({ file: path, takenAt: header.takenAt, ...total }, text, options)
  } finally {
    lock?.release()
  }
}

async function verify(path: string): Promise<BackupHeader> {
  const header = await verifyBackup(readBackupFile(path))
  if (listMissing(header, migrations).length === 0) return header
  throw new BackupError(`was written by the newer release ${header.program}: restore it with that one`)
}

/** Checks now, because the next start would refuse the wrong key when the backup may no longer be at hand. */
function checkRootKey(config: Config, { rootKey }: BackupHeader): void {
  const key = findRootKey(config)
  const place = join(config.dataFolder, 'secret')
  const cure = `put the key with the fingerprint ${rootKey} there, or set LANYARD_SECRET_FILE to its file`
  if (key === undefined) throw new CommandError(`the root key is missing at ${place}: ${cure}`)
  if (rootKey === '' || createVault(key, systemRandom).fingerprint === rootKey) return
  throw new CommandError(
    `the backup was created with another root key: provide the one with the fingerprint ${rootKey} in ${place}, LANYARD_SECRET_FILE or LANYARD_SECRET`,
  )
}

async function fillEmpty<T>(config: Config, work: (load: Load) => Promise<T>): Promise<T> {
  const load = await openLoad(config.database)
  try {
    if ((await load.listTables()).length === 0) return await work(load)
    throw new CommandError(`a backup can only be restored into an empty database, ${describe(config)}`)
  } finally {
    await load.close()
  }
}

function describe({ database }: Config): string {
  return database.engine === 'postgres'
    ? 'and the one that DATABASE_URL names has tables: create a new one'
    : `and ${database.path} has tables: set LANYARD_DATA to a new folder that holds only the root key`
}
