import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { end, startServer } from '../../child.ts'
import { onEachEngine, type Place } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'
import { type Line, multiply, readLines, writeLines } from './backup-text.ts'
import {
  copyRootKey,
  expectRefused,
  lanyard,
  lanyardHere,
  lanyardHereJson,
  lanyardJson,
  launch,
  readTables,
} from './program.ts'

onEachEngine('lanyard restore', (place) => {
  let lines: Line[] = []
  let good = ''
  beforeAll(async () => {
    await lanyardHereJson(place(), ['key', 'create', '--service', 'twofactor', '--name', 'Demo'])
    good = join(place().dataFolder, 'good.backup')
    await lanyardHereJson(place(), ['backup', good])
    lines = readLines(good)
  })

  /** A new place on the same engine that has the root key. */
  async function emptyPlace(): Promise<Place> {
    const target = await temporaryPlace(place().engine)
    copyRootKey(place(), target)
    return target
  }

  async function expectNothingOf(file: string, line: RegExp): Promise<void> {
    const target = await emptyPlace()
    expectRefused(await lanyardHere(target, ['restore', file]), line)
    expect([...((await lanyardIsThere(target)) ? (await readTables(target)).keys() : [])]).toEqual([])
  }

  async function lanyardIsThere(target: Place): Promise<boolean> {
    const path = join(target.dataFolder, 'lanyard.sqlite')
    return target.engine === 'postgres' || statSync(path, { throwIfNoEntry: false }) !== undefined
  }

  const pathOf = (name: string) => join(place().dataFolder, name)
  const header = () => lines[0] as Record<string, unknown>

  it('refuses a file that is cut off', async () => {
    const bytes = readFileSync(good)
    writeFileSync(pathOf('cut'), bytes.subarray(0, bytes.length - 40))
    await expectNothingOf(pathOf('cut'), /cut is cut off/)
    const text = gunzipSync(bytes).toString()
    writeFileSync(pathOf('short'), gzipSync(text.slice(0, text.lastIndexOf('{"end"'))))
    await expectNothingOf(pathOf('short'), /short is cut off: its end is missing/)
  })

  it('refuses a file that was changed', async () => {
    const text = gunzipSync(readFileSync(good)).toString()
    writeFileSync(pathOf('changed'), gzipSync(text.replace('"Demo"', '"Dema"')))
    await expectNothingOf(pathOf('changed'), /changed is damaged or was changed/)
  })

  it('refuses files that are no backups', async () => {
    mkdirSync(pathOf('folder'))
    writeFileSync(pathOf('text'), 'hello')
    writeFileSync(pathOf('packed'), gzipSync('{"hello":"world"}\n'))
    await expectNothingOf(pathOf('missing'), /missing does not exist/)
    await expectNothingOf(pathOf('folder'), /folder is a folder/)
    await expectNothingOf(pathOf('text'), /text is not a Lanyard backup/)
    await expectNothingOf(pathOf('packed'), /packed is not a Lanyard backup/)
  })

  it('refuses a backup of a newer release', async () => {
    const migrations = [...(header().migrations as object[]), { name: 'later/0001', appliedAt: 1 }]
    writeLines(pathOf('newer'), [{ ...header(), program: '7.0.0', migrations }, ...lines.slice(1)])
    await expectNothingOf(pathOf('newer'), /newer was written by the newer release 7\.0\.0/)
  })

  it('refuses tables that the migrations of the backup do not make', async () => {
    writeLines(pathOf('foreign'), [...lines, { table: 'strangers', columns: ['id'], counter: null }])
    await expectNothingOf(pathOf('foreign'), /foreign holds other tables than its migrations make/)
    const without = lines.filter((line) => Array.isArray(line) || line.table !== 'operators')
    writeLines(pathOf('lacking'), without)
    await expectNothingOf(pathOf('lacking'), /lacking holds other tables/)
  })

  it('refuses rows that the database does not take, all of them', async () => {
    const twice = multiply(lines, 'organisations', { count: 1, change: (row) => row })
    writeLines(pathOf('twice'), twice)
    await expectNothingOf(pathOf('twice'), /twice holds rows that this database refuses/)
    const dangling = multiply(lines, 'api_keys', {
      count: 1,
      change: (row) => row.map((value, n) => (n < 2 || n === 6 ? `x${n}` : value)),
    })
    writeLines(pathOf('dangling'), dangling)
    await expectNothingOf(pathOf('dangling'), /dangling holds rows that this database refuses/)
  })

  it('refuses another root key, and makes none where it is missing', async () => {
    const target = await temporaryPlace(place().engine)
    const fingerprint = String(header().rootKey)
    const missing = await lanyard(target, ['restore', good])
    expectRefused(missing, /the root key is missing at .*secret: put the key with the fingerprint/)
    expect(missing.stderr).toContain(fingerprint)
    expect(statSync(join(target.dataFolder, 'secret'), { throwIfNoEntry: false })).toBeUndefined()
    const other = await lanyardHere(target, ['restore', good], { LANYARD_SECRET: 'A'.repeat(43) })
    expectRefused(other, /the backup was created with another root key: provide the one with the fingerprint/)
    expect(other.stderr).toContain(fingerprint)
  })

  it('refuses a database that is not empty, and leaves it as it was', async () => {
    const target = await emptyPlace()
    await lanyardHereJson(target, ['migrate'])
    const before = await readTables(target)
    expectRefused(
      await lanyardHere(target, ['restore', good]),
      /only be restored into an empty database, and .* has tables/,
    )
    expect(await readTables(target)).toEqual(before)
  })

  it('refuses while a server runs on the place', async () => {
    const target = await emptyPlace()
    const server = await startServer(target)
    const line =
      place().engine === 'sqlite'
        ? /another Lanyard server is using .*: stop it first/
        : /only be restored into an empty database/
    expectRefused(await lanyard(target, ['restore', good]), line)
    await server.end('SIGTERM')
  })

  it('leaves nothing when it is killed midway, and succeeds afterwards', async () => {
    const count = 40_000
    const many = multiply(lines, 'organisations', {
      count,
      change: (row, n) => row.map((value) => (typeof value === 'string' ? `${value} ${n}` : value)),
    })
    writeLines(pathOf('many'), many)
    const target = await emptyPlace()
    const child = await launch(target, ['restore', pathOf('many')])
    await isFilling(target)
    expect(await end(child, 'SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    await isFree(target)
    expect([...(await readTables(target)).keys()]).toEqual([])
    expect(await lanyardJson(target, ['restore', pathOf('many')])).toMatchObject({ rows: expect.any(Number) })
    expect((await readTables(target)).get('organisations')?.size).toBe(count + 1)
  })

  it('brings the schema of an older backup up to date', async () => {
    const ofMessages = [
      'platform/0001-messages',
      'platform/0002-receipts',
      'platform/0003-subject',
      'platform/0004-delivery-log',
      'platform/0005-about',
      'platform/0006-open-messages',
      'platform/0007-message-leases',
    ]
    const all = header().migrations as { name: string }[]
    const migrations = all.filter(({ name }) => !ofMessages.includes(name))
    expect(migrations).toHaveLength(all.length - ofMessages.length)
    const older = lines.filter((line) => Array.isArray(line) || line.table !== 'messages')
    writeLines(pathOf('older'), [{ ...header(), migrations }, ...older.slice(1)])
    const target = await emptyPlace()
    await lanyardHereJson(target, ['restore', pathOf('older')])
    expect((await readTables(target)).get('messages')).toEqual(new Set())
    expect(await lanyardHereJson(target, ['check'])).toMatchObject({ ok: true })
  })
})

/** Waits until rows are on their way: SQLite writes what it does not keep in memory to its log. */
async function isFilling(target: Place): Promise<void> {
  if (target.databaseUrl === undefined) {
    const log = join(target.dataFolder, 'lanyard.sqlite-wal')
    while ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) < 1_000_000) await delay(2)
    return
  }
  await watch(target.databaseUrl, 'query like \'insert into "organisations"%\'', (sessions) => sessions > 0)
}

/** PostgreSQL ends a session some time after its client has gone. */
async function isFree(target: Place): Promise<void> {
  if (target.databaseUrl === undefined) return
  await watch(target.databaseUrl, "application_name = 'lanyard'", (sessions) => sessions === 0)
}

async function watch(url: string, which: string, until: (sessions: number) => boolean): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${which}`
  while (!until((await client.query(text)).rows[0].count)) await delay(2)
  await client.end()
}
