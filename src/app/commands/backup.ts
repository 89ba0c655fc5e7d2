import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../kernel/base/clock.ts'
import { saveBackup } from '../../platform/backup/save.ts'
import { writeBackup } from '../../platform/backup/write.ts'
import { loadConfig } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { aboutFile } from './backup-file.ts'
import { CommandError } from './base/command-error.ts'
import { withSnapshot } from './base/database-at.ts'
import { print } from './base/output.ts'

type BackupOptions = { force?: boolean; json?: boolean }

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'write everything except the root key to a file; works while the server runs, for SQLite and PostgreSQL',
    )
    .argument('<file>')
    .option('--force', 'overwrite an existing file')
    .option('--json')
    .action(backup)
}

async function backup(file: string, options: BackupOptions): Promise<void> {
  const path = resolve(file)
  if (existsSync(path) && !options.force) {
    throw new CommandError(`${path} exists: choose another name, or use --force to overwrite it`)
  }
  const config = loadConfig()
  await withSnapshot(config, async (snapshot) => {
    if ((await snapshot.listTables()).length === 0)
      throw new CommandError('the database is empty: there is nothing to back up')
    const { engine } = config.database
    const pieces = writeBackup({ snapshot, engine, program: VERSION, now: systemClock.now() })
    const saved = await aboutFile(path, () => saveBackup(path, pieces))
    const text = `Saved ${saved.rows} rows of ${saved.tables} tables to ${path}.\nThe root key is not included: keep a copy of it elsewhere.`
    print({ file: path, ...saved }, text, options)
  })
}
