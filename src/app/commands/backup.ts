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
    .description('write everything but the root key to a file, while the server runs, for either engine')
    .argument('<file>')
    .option('--force', 'replace the file where there is one')
    .option('--json')
    .action(backup)
}

async function backup(file: string, options: BackupOptions): Promise<void> {
  const path = resolve(file)
  if (existsSync(path) && !options.force) {
    throw new CommandError(`${path} exists: give another name, or --force to replace it`)
  }
  const config = loadConfig()
  await withSnapshot(config, async (snapshot) => {
    if ((await snapshot.listTables()).length === 0)
      throw new CommandError('the database is empty: there is nothing to back up')
    const { engine } = config.database
    const pieces = writeBackup({ snapshot, engine, program: VERSION, now: systemClock.now() })
    const saved = await aboutFile(path, () => saveBackup(path, pieces))
    const text = `${saved.rows} rows of ${saved.tables} tables are in ${path}.\nThe root key is not: keep a copy of it elsewhere.`
    print({ file: path, ...saved }, text, options)
  })
}
