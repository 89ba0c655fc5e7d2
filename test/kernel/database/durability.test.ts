import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Database, Writer } from '../../../src/kernel/database/database.ts'
import { openPostgres } from '../../../src/kernel/database/postgres/postgres.ts'
import { type Lane, prepare, statementOnce } from '../../../src/kernel/database/statement.ts'
import { temporaryPlace } from '../../place.ts'

async function open(options?: string): Promise<Database> {
  const { databaseUrl = '' } = await temporaryPlace('postgres')
  const url = new URL(databaseUrl)
  if (options !== undefined) url.searchParams.set('options', options)
  const database = await openPostgres({ url: url.href })
  onTestFinished(() => database.close())
  return database
}

async function show(db: Writer, setting: string): Promise<unknown> {
  const statement = statementOnce<object, Record<string, unknown>>((builder) => ({
    compile: () => sql<Record<string, unknown>>`show ${sql.ref(setting)}`.compile(builder),
  }))
  return (await db.first(statement, {}))?.[setting]
}

it('commits to disk, whatever the address of PostgreSQL asks for', async () => {
  const database = await open('-c synchronous_commit=off -c work_mem=5MB')
  expect(await show(database, 'synchronous_commit')).toBe('on')
  expect(await show(database, 'work_mem')).toBe('5MB')
  expect(await database.exclusively((tx) => show(tx, 'synchronous_commit'))).toBe('on')
})

it('gives a statement 20 seconds, a migration all the time it takes, and its locks a second an attempt', async () => {
  const database = await open()
  expect(await database.write((tx) => show(tx, 'statement_timeout'))).toBe('20s')
  expect(await database.exclusively((tx) => show(tx, 'statement_timeout'))).toBe('0')
  expect(await database.exclusively((tx) => show(tx, 'lock_timeout'))).toBe('1s')
})

it('leaves nothing on a connection whose session is shared', async () => {
  const { databaseUrl = '' } = await temporaryPlace('postgres')
  const database = await openPostgres({ url: databaseUrl, ownsSessions: false })
  onTestFinished(() => database.close())
  database.onOutsideChange(() => {})
  database.announce()
  expect(await database.write((tx) => show(tx, 'statement_timeout'))).toBe('20s')
  expect(await database.write((tx) => show(tx, 'synchronous_commit'))).toBe('on')
  expect(await database.exclusively((tx) => show(tx, 'lock_timeout'))).toBe('1s')
  const nothing = { settings: 0, prepared: 0, channels: 0 }
  expect(await database.first(look('quick'), {})).toEqual(nothing)
  expect(await database.first(look('heavy'), {})).toEqual(nothing)
  expect(await database.write((tx) => tx.first(look('quick'), {}))).toEqual({ ...nothing, settings: 6 })
})

/** What a session has beyond its defaults. */
const look = (lane: Lane) =>
  prepare<object, object, { settings: number; prepared: number; channels: number }>(lane, (builder) =>
    builder.selectNoFrom([
      sql<number>`(select count(*) from pg_settings where source = 'session')`.as('settings'),
      sql<number>`(select count(*) from pg_prepared_statements)`.as('prepared'),
      sql<number>`(select count(*) from pg_listening_channels())`.as('channels'),
    ]),
  )
