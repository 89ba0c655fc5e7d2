import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { migrations } from '../src/app/context/migrations.ts'
import type { Database } from '../src/kernel/database/database.ts'
import { learnMigrations, migrate } from '../src/kernel/database/maintenance/migrate.ts'
import { openPostgres } from '../src/kernel/database/postgres/postgres.ts'
import { openSqlite } from '../src/kernel/database/sqlite/sqlite.ts'
import { isLong } from './seed.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]
/** For suites about what both engines share, such as what an operation does with a failed statement: all of them in the long run. */
export const oneOrAllEngines: readonly Engine[] = isLong ? engines : ['sqlite']

export type Place = {
  readonly engine: Engine
  /** `DATABASE_URL` for a process of its own; undefined is SQLite in the data folder. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  open(): Promise<Database>
  remove(): Promise<void>
}

/** `migrated` databases are copies of one that has the product's tables: migrating each takes ten times as long. */
export type Content = 'empty' | 'migrated'

/** A fresh database. */
export async function createPlace(engine: Engine, content: Content = 'empty'): Promise<Place> {
  const dataFolder = mkdtempSync(join(inject('storageFolder'), 'lanyard-test-'))
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true })
  if (engine === 'sqlite') {
    const path = join(dataFolder, 'lanyard.sqlite')
    if (content === 'migrated') copyFileSync(await migratedFile(), path)
    return {
      engine,
      databaseUrl: undefined,
      dataFolder,
      open: () => learnt(openSqlite({ path, monotonic: () => performance.now() })),
      remove: async () => removeFolder(),
    }
  }
  const { url, drop } = await createPostgresDatabase(content)
  return {
    engine,
    databaseUrl: url,
    dataFolder,
    open: () => learnt(openPostgres({ url })),
    remove: async () => {
      removeFolder()
      await drop()
    },
  }
}

/** Statements that select every column know the product's tables, also where a server of its own has migrated them. */
async function learnt(opening: Promise<Database>): Promise<Database> {
  const database = await opening
  learnMigrations(migrations, database.capabilities)
  return database
}

type Suite = (place: () => Place) => void

/** Runs the suite once on each engine, with the product's tables; the place is made before its tests and removed after them. */
export function onEachEngine(name: string, suite: Suite, on: readonly Engine[] = engines): void {
  describe.each(on)(`${name} on %s`, (engine) => withPlace(engine, 'migrated', suite))
}

export function onEachEmptyEngine(name: string, suite: Suite): void {
  describe.each(engines)(`${name} on %s`, (engine) => withPlace(engine, 'empty', suite))
}

function withPlace(engine: Engine, content: Content, suite: Suite): void {
  let place: Place | undefined
  beforeAll(async () => {
    place = await createPlace(engine, content)
  })
  afterAll(async () => {
    await place?.remove()
  })
  suite(() => {
    if (place === undefined) throw new Error('the place is made before the tests, not before the suite')
    return place
  })
}

let migrated: Promise<string> | undefined

/** Made once in each process that runs tests. */
function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const folder = mkdtempSync(join(inject('storageFolder'), 'lanyard-test-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'migrated.sqlite')
    await migrateAll(await openSqlite({ path, monotonic: () => performance.now() }))
    return path
  })()
  return migrated
}

async function migrateAll(database: Database): Promise<void> {
  await migrate(database, migrations, Date.now)
  await database.close()
}

let databases = 0

async function createPostgresDatabase(content: Content): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${process.pid}_${++databases}`
  await administer(async (client) => {
    if (content === 'migrated') await ensureTemplate(client)
    await client.query(`create database ${name}${content === 'migrated' ? ` template ${TEMPLATE}` : ''}`)
  })
  const drop = `drop database if exists ${name} with (force)`
  return { url: urlOf(name), drop: () => administer(async (client) => void (await client.query(drop))) }
}

const TEMPLATE = 'migrated'
const TEMPLATE_LOCK = 1

/** Made once on the server that all processes share. */
async function ensureTemplate(client: pg.PoolClient): Promise<void> {
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = '${TEMPLATE}'`)
    if (rowCount !== 0) return
    const unfinished = `${TEMPLATE}_unfinished`
    await client.query(`drop database if exists ${unfinished}`)
    await client.query(`create database ${unfinished}`)
    await migrateAll(await openPostgres({ url: urlOf(unfinished) }))
    await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`)
  } finally {
    await client.query(`select pg_advisory_unlock(${TEMPLATE_LOCK})`)
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return url.href
}

let administrators: pg.Pool | undefined

async function administer(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  administrators ??= openAdministrators()
  const client = await administrators.connect()
  try {
    await work(client)
  } finally {
    client.release()
  }
}

/** One connection for all databases of a process: to open one takes as long as to copy a database. */
function openAdministrators(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: inject('postgresUrl'),
    max: 1,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  })
  // The server ends with the run, also under a connection that nobody uses.
  pool.on('error', () => {})
  return pool
}
