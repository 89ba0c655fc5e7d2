import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../child.ts'
import { createPlace, onEachEngine, type Place } from '../../engines.ts'
import { ask } from '../../http-client.ts'
import { createLedger, type Ledger } from '../../ledger.ts'
import { startLoad } from '../../load.ts'
import { temporaryPlace } from '../../place.ts'
import { createDice } from '../../seed.ts'
import {
  copyRootKey,
  expectRefused,
  lanyard,
  lanyardHere,
  lanyardHereJson,
  lanyardJson,
  readTables,
} from './program.ts'

const engines = ['sqlite', 'postgres'] as const
const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const))

describe.each(pairs)('a backup of %s under load restores into %s', (from, to) => {
  let source: Place
  let target: Place
  let server: ServerProcess
  let ledger: Ledger
  let acknowledgedBefore: string[] = []
  let sentBeforeEnd: string[] = []
  const file = () => join(source.dataFolder, 'all.backup')

  beforeAll(async () => {
    source = await createPlace(from, 'migrated')
    target = await createPlace(to)
    server = await startServer(source)
    ledger = createLedger(createDice(`backup ${from} ${to}`))
    await lanyardHereJson(source, ['key', 'create', '--service', 'twofactor', '--name', 'Before'])
    const load = startLoad(ledger, server.url, { connections: 16 })
    await load.acknowledged(200)
    acknowledgedBefore = ledger.acknowledged().map(({ fingerprint }) => fingerprint)
    await lanyardJson(source, ['backup', file()])
    sentBeforeEnd = [...ledger.entries.keys()]
    await lanyardHereJson(source, ['key', 'create', '--service', 'twofactor', '--name', 'After'])
    await load.acknowledged(acknowledgedBefore.length + 100)
    await load.stop()
    copyRootKey(source, target)
    await lanyardJson(target, ['restore', file()])
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
    await source?.remove()
    await target?.remove()
  })

  it('holds what was acknowledged before it began, and nothing that was sent after it ended', async () => {
    const rows = [...((await readTables(target)).get('issuer_keys') ?? [])]
    const restored = new Set(
      rows.map((row) => (JSON.parse(row) as string[]).find((value) => ledger.entries.has(value))),
    )
    expect(acknowledgedBefore.filter((fingerprint) => !restored.has(fingerprint))).toEqual([])
    const sent = new Set(sentBeforeEnd)
    expect(
      [...restored].filter((fingerprint) => fingerprint === undefined || !sent.has(fingerprint)),
    ).toEqual([])
    expect(ledger.acknowledged().length).toBeGreaterThan(restored.size)
  })

  it('holds no key that was made after it, and every row that stays as it was made', async () => {
    const [before, after] = [await readTables(source), await readTables(target)]
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    for (const table of ['issuer_keys', 'api_keys']) {
      const strangers = [...(after.get(table) ?? [])].filter((row) => !before.get(table)?.has(row))
      expect(strangers, table).toEqual([])
    }
    for (const table of ['lanyard_migrations', 'installation', 'organisations', 'signing_keys']) {
      expect(after.get(table), table).toEqual(before.get(table))
    }
    expect(after.get('api_keys')?.size).toBe(1)
    expect(before.get('api_keys')?.size).toBe(2)
  })

  it('passes the check, and serves what it holds', async () => {
    expect(await lanyardHereJson(target, ['check'])).toMatchObject({ ok: true })
    const restored = await startServer(target)
    const [fingerprint] = acknowledgedBefore
    const answer = await ask('GET', `${restored.url}/issuer/key/${fingerprint}`)
    expect(answer?.status).toBe(200)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ fingerprint })
    await restored.end('SIGTERM')
  })

  it('is the same row by row in every table when nobody writes', async () => {
    await server.end('SIGTERM')
    const copy = await temporaryPlace(to)
    copyRootKey(source, copy)
    await lanyardHereJson(source, ['backup', file(), '--force'])
    await lanyardHereJson(copy, ['restore', file()])
    // Changes go from process to process: those of the source mean nothing elsewhere.
    const before = (await readTables(source)).set('changes', new Set())
    expect(await readTables(copy)).toEqual(before)
    expect(before.get('issuer_keys')?.size).toBe(ledger.acknowledged().length)
  })
})

onEachEngine('lanyard backup', (place) => {
  const file = () => join(place().dataFolder, 'one.backup')
  beforeAll(async () => {
    await lanyardHereJson(place(), ['key', 'create', '--service', 'twofactor', '--name', 'Demo'])
  })

  it('tells in one line that there is nothing in the database yet', async () => {
    const empty = await temporaryPlace(place().engine)
    writeFileSync(join(empty.dataFolder, 'lanyard.sqlite'), '')
    expectRefused(await lanyardHere(empty, ['backup', join(empty.dataFolder, 'x')]), /the database is empty/)
  })

  it('writes a file for its owner alone, and tells what is in it', async () => {
    const outcome = await lanyard(place(), ['backup', file()])
    expect(outcome).toMatchObject({ status: 0, stderr: '' })
    expect(outcome.stdout).toContain('The root key is not')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file()}.partial`)).toBe(false)
  })

  it('holds neither the root key nor the feed of changes', async () => {
    const text = gunzipSync(readFileSync(file())).toString()
    expect(text).not.toContain(readFileSync(join(place().dataFolder, 'secret'), 'utf8').trim())
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ format: 'lanyard-backup', engine: place().engine })
    expect(lines.flatMap((line) => line.table ?? [])).not.toContain('changes')
    expect(lines.at(-1)).toMatchObject({ end: true, rows: { api_keys: 1, organisations: 1 } })
  })

  it('replaces a file only when it is told to', async () => {
    writeFileSync(file(), 'precious')
    expectRefused(
      await lanyardHere(place(), ['backup', file()]),
      /exists: choose another name, or use --force/,
    )
    expect(readFileSync(file(), 'utf8')).toBe('precious')
    await lanyardHereJson(place(), ['backup', file(), '--force'])
    expect(() => gunzipSync(readFileSync(file()))).not.toThrow()
  })

  it('takes over what a killed backup left beside the file', async () => {
    writeFileSync(`${file()}.partial`, 'half')
    await lanyardHereJson(place(), ['backup', file(), '--force'])
    expect(existsSync(`${file()}.partial`)).toBe(false)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('tells in one line when the file cannot be written', async () => {
    const nowhere = join(place().dataFolder, 'nowhere', 'one.backup')
    expectRefused(await lanyard(place(), ['backup', nowhere]), /cannot be written \(ENOENT\)/)
  })
})

it('tells in one line that there is no database yet', async () => {
  const place = await createPlace('sqlite')
  expectRefused(await lanyardHere(place, ['backup', 'x']), /there is no database in .* yet/)
  expect(existsSync(join(place.dataFolder, 'lanyard.sqlite'))).toBe(false)
  await place.remove()
})
