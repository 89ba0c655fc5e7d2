import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { startServer } from '../../child.ts'
import { onEachEmptyEngine } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'
import { expectRefused, lanyard, lanyardHere, lanyardHereJson, lanyardJson, readTables } from './program.ts'
import { tamper } from './raw-sql.ts'

const names = migrations.map(({ name }) => name)

onEachEmptyEngine('lanyard migrate', (place) => {
  it('tells what is pending and changes nothing with --dry-run', async () => {
    const outcome = await lanyardJson(place(), ['migrate', '--dry-run'])
    expect(outcome).toEqual({ applied: [], pending: names, unknown: [] })
    if (place().engine === 'postgres') expect(await readTables(place())).toEqual(new Map())
    else expect(existsSync(join(place().dataFolder, 'lanyard.sqlite'))).toBe(false)
  })

  it('applies what is pending, once', async () => {
    expect(await lanyardJson(place(), ['migrate'])).toEqual({ applied: names, pending: [], unknown: [] })
    expect(await lanyardHereJson(place(), ['migrate'])).toEqual({ applied: [], pending: [], unknown: [] })
    const { status, stdout } = await lanyardHere(place(), ['migrate'])
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${names.length} applied, the schema is up to date.\n`,
    })
  })

  it('names what a newer release applied', async () => {
    await tamper(place(), "insert into lanyard_migrations (name, applied_at) values ('later/0001', 1)")
    expect(await lanyardHereJson(place(), ['migrate'])).toMatchObject({ unknown: ['later/0001'] })
  })

  it('lets a start tell of it on standard error, and serve', async () => {
    const told = /^A newer release of Lanyard has used this database \(later\/0001\)\./m
    const { status, stderr } = await lanyardHere(place(), ['key', 'list', '--json'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(told) })
    for (const settings of [{}, { LANYARD_PROCESSES: '2', LOG_LEVEL: 'silent' }]) {
      const server = await startServer(place(), { settings })
      expect((await server.end('SIGTERM')).code).toBe(0)
      expect(server.output().match(new RegExp(told, 'gm'))).toHaveLength(1)
    }
  })

  it('refuses what a newer release marked as breaking', async () => {
    await tamper(place(), "insert into lanyard_migrations (name, applied_at) values ('later/0002', 2)")
    await tamper(place(), 'create table if not exists lanyard_breaking_migrations (name text primary key)')
    await tamper(place(), "insert into lanyard_breaking_migrations (name) values ('later/0002')")
    const line = /cannot work with it \(later\/0002\): start that release/
    expectRefused(await lanyard(place(), ['serve']), line)
    for (const args of [['key', 'list'], ['migrate']]) expectRefused(await lanyardHere(place(), args), line)
    for (const args of [['check'], ['doctor']]) {
      const { status, stdout } = await lanyardHere(place(), args)
      expect(status).toBe(1)
      expect(stdout).toMatch(/cannot work with.*\(later\/0002\)/)
    }
  })
})

describe('a breaking migration on SQLite', () => {
  it('is not applied by a command while a server runs', async () => {
    const place = await temporaryPlace('sqlite', 'migrated')
    const server = await startServer(place)
    await tamper(place, "delete from lanyard_migrations where name = 'events/0011-text-index'")
    await tamper(place, 'delete from lanyard_breaking_migrations')
    const line =
      /another Lanyard server is using .*: stop it first, because this release changes its database/
    for (const args of [['key', 'list'], ['migrate']]) expectRefused(await lanyardHere(place, args), line)
    expect((await server.end('SIGTERM')).code).toBe(0)
    await tamper(place, 'create trigger events_texts_added after insert on events_texts begin select 1; end')
    expect(await lanyardHereJson(place, ['migrate'])).toMatchObject({ applied: ['events/0011-text-index'] })
    expect((await lanyardHere(place, ['key', 'list'])).status).toBe(0)
  })
})
