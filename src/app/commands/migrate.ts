import type { Command } from 'commander'
import { systemClock } from '../../kernel/base/clock.ts'
import { isMigrated, migrate, readMigrationState } from '../../kernel/database/maintenance/migrate.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { openDatabase } from '../context/context.ts'
import { forgetInstallation, Installation } from '../context/installation.ts'
import { migrations } from '../context/migrations.ts'
import { lockDataFolder, lockForBreaking } from './base/data-folder-lock.ts'
import { hasDatabase, withSnapshot } from './base/database-at.ts'
import { print } from './base/output.ts'

type MigrateOptions = { dryRun?: boolean; new?: boolean; json?: boolean }

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('update the database schema; every start does this too')
    .option('--dry-run', 'only show what is pending')
    .option(
      '--new',
      'accept this database for the data folder, although the expected one is missing, empty or older',
    )
    .option('--json')
    .action(migrateDatabase)
}

async function migrateDatabase(options: MigrateOptions): Promise<void> {
  const config = loadConfig()
  const before = hasDatabase(config)
    ? await withSnapshot(config, (snapshot) => readMigrationState(snapshot, migrations))
    : emptyState
  const applied = options.dryRun ? [] : await applyPending(config, options)
  const pending = before.pending.filter((name) => !applied.includes(name))
  const answer = { applied, pending: options.dryRun ? pending : [], unknown: before.unknown }
  print(answer, describe(answer, before.applied.length), options)
}

const emptyState = { applied: [], pending: migrations.map(({ name }) => name), unknown: [] }

async function applyPending(config: Config, options: MigrateOptions): Promise<string[]> {
  if (options.new) await startAnew(config)
  const installation = await Installation.find(config)
  const lock = await lockForBreaking(config)
  const database = await openDatabase(config, systemClock)
  try {
    await installation.check(() => isMigrated(database))
    return (await migrate(database, migrations, systemClock.now)).applied
  } finally {
    await database.close()
    lock?.release()
  }
}

async function startAnew(config: Config): Promise<void> {
  const lock = await lockDataFolder(config, 'stop it first')
  forgetInstallation(config)
  lock?.release()
}

type Outcome = { applied: string[]; pending: string[]; unknown: string[] }

function describe({ applied, pending, unknown }: Outcome, before: number): string {
  const lines = [
    ...applied.map((name) => `applied ${name}`),
    ...pending.map((name) => `pending ${name}`),
    ...unknown.map((name) => `applied by a newer release: ${name}`),
  ]
  const summary = pending.length > 0 ? `${pending.length} to apply` : 'the schema is up to date'
  return [...lines, `${before + applied.length} applied, ${summary}.`].join('\n')
}
