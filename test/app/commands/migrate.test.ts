import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/app/migrations.ts'
import { onEachEngine } from '../../engines.ts'
import { lanyard, lanyardJson, readTables } from './program.ts'
import { tamper } from './raw-sql.ts'

const names = migrations.map(({ name }) => name)

onEachEngine('lanyard migrate', (place) => {
  it('tells what is pending and changes nothing with --dry-run', async () => {
    const outcome = await lanyardJson(place(), ['migrate', '--dry-run'])
    expect(outcome).toEqual({ applied: [], pending: names, unknown: [] })
    if (place().engine === 'postgres') expect(await readTables(place())).toEqual(new Map())
    else expect(existsSync(join(place().dataFolder, 'lanyard.sqlite'))).toBe(false)
  })

  it('applies what is pending, once', async () => {
    expect(await lanyardJson(place(), ['migrate'])).toEqual({ applied: names, pending: [], unknown: [] })
    expect(await lanyardJson(place(), ['migrate'])).toEqual({ applied: [], pending: [], unknown: [] })
    const { status, stdout } = await lanyard(place(), ['migrate'])
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${names.length} applied, the schema is up to date.\n`,
    })
  })

  it('names what a newer release applied', async () => {
    await tamper(place(), "insert into lanyard_migrations (name, applied_at) values ('later/0001', 1)")
    expect(await lanyardJson(place(), ['migrate'])).toMatchObject({ unknown: ['later/0001'] })
  })
})
