import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { migrations } from '../src/app/migrations.ts'
import type { Database } from '../src/kernel/database/database.ts'
import { learnMigrations } from '../src/kernel/database/migrate.ts'
import { openPostgres } from '../src/kernel/database/postgres.ts'
import { openSqlite } from '../src/kernel/database/sqlite.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export type Place = {
  readonly engine: Engine
  /** `DATABASE_URL` for a process of its own; undefined is SQLite in the data folder. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  open(): Promise<Database>
  remove(): Promise<void>
}

/** A fresh, empty database on each engine. */
export async function createPlace(engine: Engine): Promise<Place> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-test-'))
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true })
  if (engine === 'sqlite') {
    const path = join(dataFolder, 'lanyard.sqlite')
    return {
      engine,
      databaseUrl: undefined,
      dataFolder,
      open: () => learnt(openSqlite({ path, monotonic: () => performance.now() })),
      remove: async () => removeFolder(),
    }
  }
  const { url, drop } = await createPostgresDatabase()
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

/** Runs the suite once on each engine; the place is made before its tests and removed after them. */
export function onEachEngine(name: string, suite: (place: () => Place) => void): void {
  describe.each(engines)(`${name} on %s`, (engine) => {
    let place: Place | undefined
    beforeAll(async () => {
      place = await createPlace(engine)
    })
    afterAll(async () => {
      await place?.remove()
    })
    suite(() => {
      if (place === undefined) throw new Error('the place is made before the tests, not before the suite')
      return place
    })
  })
}

let databases = 0

async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = inject('postgresUrl')
  const name = `test_${process.pid}_${++databases}`
  await administer(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
