import { mkdirSync } from 'node:fs'
import { type Clock, systemClock } from '../../kernel/base/clock.ts'
import { createIds } from '../../kernel/base/id.ts'
import type { Logger } from '../../kernel/base/log.ts'
import { type Random, systemRandom } from '../../kernel/base/random.ts'
import { createVault } from '../../kernel/base/vault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isMigrated, learnMigrations, migrate } from '../../kernel/database/maintenance/migrate.ts'
import { openSqlite, type SqliteOptions } from '../../kernel/database/sqlite/sqlite.ts'
import { openClock } from '../../kernel/database/time.ts'
import { findRootKeyName, isRootKeyOf } from '../../platform/installation/root-key.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/error.ts'
import { Installation } from './installation.ts'
import { migrations } from './migrations.ts'
import { loadRootKey } from './root-key.ts'

export type ContextParts = {
  log: Logger
  clock?: Clock
  random?: Random
  onBatch?: (size: number) => void
  /** Shows a text to the operator; on standard error by default. */
  tell?: (text: string) => void
  /** How writes become durable: only tests and benchmarks change it, no setting does. */
  sqlite?: Pick<SqliteOptions, 'maxBatch' | 'synchronous'>
}

type OpenParts = Pick<ContextParts, 'onBatch' | 'sqlite'> & Pick<SqliteOptions, 'onCount'>

/** Opens the database, migrates its schema and checks that the root key is the right one. */
export async function openContext(config: Config, parts: ContextParts): Promise<Context> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const random = parts.random ?? systemRandom
  const installation = await Installation.find(config)
  const rootKey = loadRootKey({ config, random, isNew: !installation.isKnown })
  const onCount = (count: number) => installation.count(count)
  const context = await openUnprepared(config, rootKey, { ...parts, onCount })
  try {
    const tell = parts.tell ?? ((text: string) => void process.stderr.write(text))
    await installation.keep(context, await prepare(context, { installation, tell }))
    return context
  } catch (error) {
    await context.database.close()
    throw error
  }
}

/** Opens the database as it is: the schema may be another release's, and the root key may be wrong. */
export async function openUnprepared(
  config: Config,
  rootKey: Uint8Array,
  parts: ContextParts & OpenParts,
): Promise<Context> {
  const { log, random = systemRandom } = parts
  const vault = createVault(rootKey, random)
  const database = await openDatabase(config, parts.clock ?? systemClock, parts)
  learnMigrations(migrations, database.capabilities)
  const clock = parts.clock ?? (await openClockOf(database, log))
  return { database, clock, random, ids: createIds({ clock, random }), vault, log }
}

async function openClockOf(database: Database, log: Logger): Promise<Clock> {
  try {
    return await openClock(database, systemClock, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

export async function openDatabase(
  config: Config,
  clock: Clock,
  { onBatch, onCount, sqlite }: OpenParts = {},
): Promise<Database> {
  if (config.database.engine === 'postgres') {
    // Loading the PostgreSQL client takes 40 ms, which a start on SQLite does not need.
    const { openPostgres } = await import('../../kernel/database/postgres/postgres.ts')
    const { url, ownsSessions } = config.database
    return openPostgres({ url: url.reveal(), ownsSessions })
  }
  const { path } = config.database
  return openSqlite({
    path,
    monotonic: clock.monotonic,
    ...sqlite,
    ...(onBatch === undefined ? {} : { onBatch }),
    ...(onCount === undefined ? {} : { onCount }),
  })
}

/** Returns whether the schema has changed. */
async function prepare(
  context: Context,
  { installation, tell }: { installation: Installation; tell: (text: string) => void },
): Promise<boolean> {
  const { database } = context
  await installation.check(() => isMigrated(database))
  const { applied, unknown } = await migrate(database, migrations, context.clock.now)
  if (applied.length > 0)
    context.log.info('the database schema is up to date now', { applied: applied.length })
  if (unknown.length > 0) {
    context.log.warn('a newer release has used this database', { unknown })
    tell(
      `A newer release of Lanyard has used this database (${unknown.join(', ')}). This one works with it, without what is new.\n`,
    )
  }
  await installation.check(async () => (await findRootKeyName(database)) !== undefined)
  if (await isRootKeyOf(context)) return applied.length > 0
  throw new ConfigError(
    'LANYARD_SECRET',
    'LANYARD_SECRET: this database was made with another root key: give that one, for example LANYARD_SECRET_FILE=./data/secret',
  )
}
