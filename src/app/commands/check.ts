import type { Command } from 'commander'
import { systemClock } from '../../kernel/base/clock.ts'
import { createLogger } from '../../kernel/base/log.ts'
import { findDamage, inspectEngine } from '../../kernel/database/maintenance/inspection.ts'
import { readMigrationState } from '../../kernel/database/maintenance/migrate.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { openUnprepared } from '../context/context.ts'
import { migrations } from '../context/migrations.ts'
import { findRootKey } from '../context/root-key.ts'
import { requireDatabase, withSnapshot } from './base/database-at.ts'
import { attempt, type Finding, fault, good, report } from './base/findings.ts'
import { checkContents } from './check-contents.ts'

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('check the stored data for damage and wrong counters; changes nothing without --recount')
    .option('--recount', 'correct wrong counts of registrations by their status')
    .option('--json')
    .action(check)
}

type Options = { json?: boolean; recount?: boolean }

async function check(options: Options): Promise<void> {
  const config = loadConfig()
  requireDatabase(config)
  const durability = await attempt('database', () => checkDurability(config))
  // If the database cannot be opened, report that only once.
  const reachable = durability.every(({ name }) => name !== 'database')
  const rest = reachable ? await checkStored(config, options) : []
  report([...durability, ...rest], options)
}

async function checkDurability(config: Config): Promise<Finding[]> {
  const { version, settings } = await inspectEngine(config.database)
  const broken = settings.filter(({ promised }) => !promised)
  if (broken.length === 0) {
    const text = settings.map(({ name, value }) => `${name} ${value}`).join(', ')
    return [good('durability', `${version}: ${text}`)]
  }
  return broken.map(({ name, value }) =>
    fault('durability', `${version}: ${name} is ${value}: saved data can be lost, turn it on`),
  )
}

async function checkStored(config: Config, options: Options): Promise<Finding[]> {
  const damage = await attempt('integrity', async () => {
    const lines = await findDamage(config.database)
    if (lines.length > 0) return lines.map((line) => fault('integrity', line))
    return [good('integrity', 'no damage found')]
  })
  const schema = await attempt('migrations', () => checkMigrations(config))
  const contents = schema.every(({ ok }) => ok)
    ? await attempt('contents', () => checkWithRootKey(config, options))
    : []
  return [...damage, ...schema, ...contents]
}

/** The other checks need tables that exist only once every migration was applied. */
async function checkMigrations(config: Config): Promise<Finding[]> {
  const { applied, pending, unknown, breaking } = await withSnapshot(config, (snapshot) =>
    readMigrationState(snapshot, migrations),
  )
  if (breaking.length > 0) {
    const cure = 'use that release to check it'
    return [
      fault(
        'migrations',
        `a newer release made changes that this one cannot work with (${breaking.join(', ')}): ${cure}`,
      ),
    ]
  }
  if (pending.length > 0) {
    const cure = 'run `lanyard migrate`; then check again'
    return [fault('migrations', `${pending.length} are pending (${pending.join(', ')}): ${cure}`)]
  }
  const newer = unknown.length === 0 ? '' : `, ${unknown.length} of them by a newer release`
  return [good('migrations', `${applied.length} are applied${newer}`)]
}

async function checkWithRootKey(config: Config, { recount = false }: Options): Promise<Finding[]> {
  const rootKey = findRootKey(config)
  if (rootKey === undefined) {
    return [fault('root key', `it is missing in ${config.dataFolder}: no secret can be read without it`)]
  }
  const log = createLogger({
    level: 'error',
    write: (line) => process.stderr.write(line),
    clock: systemClock,
  })
  const context = await openUnprepared(config, rootKey, { log })
  try {
    return await checkContents(context, { recount })
  } finally {
    await context.database.close()
  }
}
