import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src/app/config/config.ts'
import { openContext } from '../../../src/app/context/context.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import { sealAudit } from '../../../src/platform/audit/seal.ts'
import { ensureSigningKey } from '../../../src/platform/signing-keys/signing-keys.ts'
import { type ServerProcess, type Store, startServer } from '../../child.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { temporaryPlace } from '../../place.ts'
import { type PostgresServer, startPostgres } from '../../postgres-server.ts'
import {
  expectRefused,
  lanyard,
  lanyardHere,
  lanyardHereJson,
  lanyardJson,
  type Settings,
} from './program.ts'
import { tamper } from './raw-sql.ts'

const smallEvent = resolve('docs/guide/small-event.json')

type Report = { ok: boolean; checks: { name: string; ok: boolean; detail: string }[] }

/** Runs the check where it finds faults; gives them. */
async function faultsOf(store: Store, settings: Settings = {}, run = lanyardHere): Promise<string[]> {
  const outcome = await run(store, ['check', '--json'], settings)
  expect(outcome.stderr).toMatch(/^lanyard: (1 problem|\d+ problems) found\n$/)
  expect(outcome.status).toBe(1)
  const report = JSON.parse(outcome.stdout) as Report
  expect(report.ok).toBe(false)
  return report.checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
}

/** A signing key, and audit entries that are sealed. */
async function fill(store: Store): Promise<void> {
  const url = store.databaseUrl
  const env = { LANYARD_DATA: store.dataFolder, ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const log = createLogger({ level: 'error', write: () => {}, clock: createManualClock() })
  const context = await openContext(loadConfig({ env, cwd: store.dataFolder, readFile: () => undefined }), {
    log,
  })
  await ensureSigningKey(context, 'issuer')
  await sealAudit(context)
  await context.database.close()
}

onEachEngine('lanyard check', (place) => {
  describe('beside a server', () => {
    let server: ServerProcess
    beforeAll(async () => {
      server = await startServer(place())
      const key = await lanyardHereJson(place(), [
        'key',
        'create',
        '--service',
        'twofactor',
        '--name',
        'Demo',
      ])
      expect(key).toEqual({
        id: expect.any(String),
        key: expect.stringMatching(/^ly2f_/),
        organisation: 'Default',
      })
      await fill(place())
    })
    afterAll(() => server.end('SIGTERM'))

    it('finds nothing wrong', async () => {
      const report = await lanyardHereJson<Report>(place(), ['check'])
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
      expect(report.ok).toBe(true)
      const names = [
        'durability',
        'integrity',
        'migrations',
        'root key',
        'audit',
        'signing keys',
        'jobs',
        'messages',
        'places',
      ]
      expect(report.checks.map(({ name }) => name)).toEqual(names)
    })

    it('prints a line a check', async () => {
      const { status, stdout, stderr } = await lanyard(place(), ['check'])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.trim().split('\n')).toHaveLength(9)
      expect(stdout).toMatch(/^ok {2}audit .* entries in \d blocks are intact/m)
    })

    it('tells another root key apart from damage', async () => {
      const faults = await faultsOf(place(), { LANYARD_SECRET: 'A'.repeat(43) }, lanyard)
      expect(faults).toEqual([
        expect.stringMatching(/^root key: the database was created with the key .{16}, but this is/),
      ])
    })

    it('finds jobs and messages that are stuck', async () => {
      await tamper(
        place(),
        "insert into jobs (id, kind, payload, sealed, run_at, attempts, state) values ('a', 'none', '', 0, 1, 0, 'queued')",
      )
      await tamper(
        place(),
        "insert into jobs (id, kind, payload, sealed, run_at, attempts, state) values ('b', 'none', '', 0, 1, 9, 'failed')",
      )
      const { checks } = await lanyardHereJson<Report>(place(), ['check'])
      expect(checks.find(({ name }) => name === 'jobs')?.detail).toBe(
        '1 overdue by an hour or more, 1 failed for good',
      )
      await tamper(place(), "delete from jobs where kind = 'none'")
    })

    it('corrects wrong counts of registrations if asked to', async () => {
      await lanyardHereJson(place(), ['import', 'event', smallEvent, '--organisation', 'Demo'])
      await tamper(place(), "update events_status_counts set registrations = 7 where status = 'confirmed'")
      const wrong =
        /^places: \S+: status confirmed: registrations says 7, and there are 0: run `lanyard check --recount`/
      expect(await faultsOf(place())).toEqual([expect.stringMatching(wrong)])
      const { checks } = await lanyardHereJson<Report>(place(), ['check', '--recount'])
      expect(checks.find(({ name }) => name === 'places')?.detail).toMatch(/there are 0: corrected$/)
      expect(await lanyardHereJson<Report>(place(), ['check'])).toMatchObject({ ok: true })
    })
  })

  it('finds an audit entry that was changed', async () => {
    await tamper(place(), "update audit_entries set actor = 'somebody' where action = 'api-key.create'")
    expect(await faultsOf(place())).toEqual([
      expect.stringMatching(/^audit: block \d or an entry in it was changed$/),
    ])
    await tamper(place(), "update audit_entries set actor = 'local' where action = 'api-key.create'")
    expect(await lanyardHereJson(place(), ['check'])).toMatchObject({ ok: true })
  })

  it('finds a signing key that does not open', async () => {
    await tamper(place(), "update signing_keys set sealed = 'v1.' || substr(sealed, 10)")
    expect(await faultsOf(place())).toEqual([expect.stringMatching(/^signing keys: .* does not open$/)])
  })

  it('finds a migration that is pending', async () => {
    await tamper(place(), "delete from lanyard_migrations where name = 'issuer/0001-keys'")
    expect(await faultsOf(place())).toEqual([
      expect.stringMatching(/^migrations: 1 are pending \(issuer\/0001-keys\)/),
    ])
  })
})

describe('lanyard check on SQLite', () => {
  it('finds a file that was damaged, and one that is none', async () => {
    const place = await temporaryPlace('sqlite', 'migrated')
    await lanyardHereJson(place, ['key', 'create', '--service', 'twofactor', '--name', 'Demo'])
    const path = join(place.dataFolder, 'lanyard.sqlite')
    const fd = openSync(path, 'r+')
    writeSync(fd, Buffer.alloc(4096, 0xab), 0, 4096, statSync(path).size - 4096)
    closeSync(fd)
    // The last page is one of a table, or of the schema.
    const damage = /^(integrity: |database: database disk image is malformed)/
    expect(await faultsOf(place)).toContainEqual(expect.stringMatching(damage))
    writeFileSync(path, 'this is not a database at all, but a text of some length'.repeat(100))
    expect(await faultsOf(place)).toEqual(['database: file is not a database'])
  })

  it('finds rows that refer to nothing', async () => {
    const place = await temporaryPlace('sqlite', 'migrated')
    await lanyardHereJson(place, ['key', 'create', '--service', 'twofactor', '--name', 'Demo'])
    await tamper(
      place,
      "insert into operator_invitations (digest, operator_id, expires_at) values ('d', 'nobody', 1)",
    )
    expect(await faultsOf(place)).toEqual([
      'integrity: 1 rows of operator_invitations refer to rows of operators that are not there',
    ])
  })

  it('makes nothing where there is no database', async () => {
    const place = await temporaryPlace('sqlite')
    expectRefused(await lanyardHere(place, ['check']), /there is no database in .* yet/)
  })
})

describe('lanyard check on a PostgreSQL of its own', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } })
  })
  afterAll(() => server.remove())

  it('finds settings under which answered writes get lost, and a server that is gone', async () => {
    const place = await temporaryPlace('sqlite')
    const store = { ...place, databaseUrl: server.url }
    await lanyardJson(store, ['migrate'])
    await fill(store)
    expect(await faultsOf(store)).toEqual([expect.stringMatching(/^durability: PostgreSQL .* fsync is off/)])
    await server.stop('fast')
    expect(await faultsOf(store, {}, lanyard)).toEqual(['database: the database cannot be reached now'])
  })
})
