import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Store, startServer } from '../../child.ts'
import { onEachEmptyEngine } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'
import { lanyard, lanyardHere, type Settings } from './program.ts'
import { tamper } from './raw-sql.ts'

type Finding = { name: string; ok: boolean; detail: string }

async function examine(
  store: Store,
  settings: Settings = {},
  run = lanyardHere,
): Promise<{ status: number | null; checks: Finding[] }> {
  const { status, stdout } = await run(store, ['doctor', '--json'], settings)
  const report = JSON.parse(stdout) as { ok: boolean; checks: Finding[] }
  expect(report.ok).toBe(status === 0)
  return { status, checks: report.checks }
}

const faultsIn = (checks: readonly Finding[]) =>
  checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
const detailsOf = (checks: readonly Finding[], name: string) =>
  checks.filter((check) => check.name === name).map(({ detail }) => detail)

async function listen(answer: string): Promise<string> {
  const server = createServer((_request, response) => response.end(answer))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as AddressInfo).port)
}

onEachEmptyEngine('lanyard doctor', (place) => {
  it('finds nothing wrong before the first start, and makes nothing', async () => {
    const { status, checks } = await examine(place(), {}, lanyard)
    expect(faultsIn(checks)).toEqual([])
    expect(status).toBe(0)
    expect(detailsOf(checks, 'root key')).toEqual([expect.stringContaining('the first start will create it')])
    for (const name of ['secret', 'lanyard.sqlite', 'server.lock']) {
      expect(existsSync(join(place().dataFolder, name)), name).toBe(false)
    }
  })

  it('finds a server that is ready', async () => {
    const server = await startServer(place())
    const { port } = new URL(server.url)
    const { checks } = await examine(place(), { PORT: port })
    expect(faultsIn(checks)).toEqual([])
    expect(detailsOf(checks, 'server')).toEqual([`running at 127.0.0.1 port ${port}`])
    // In another terminal, without the setting that the server was started with.
    const elsewhere = await examine(place(), { PORT: '' })
    expect(detailsOf(elsewhere.checks, 'server')).toEqual([`running at 127.0.0.1 port ${port}`])
    expect(detailsOf(checks, 'database')).toEqual([
      expect.stringMatching(/^(SQLite 3|PostgreSQL 1)\S+ answers$/),
    ])
    expect(detailsOf(checks, 'schema')).toEqual([expect.stringMatching(/^\d+ migrations are applied$/)])
    await server.end('SIGTERM')
  })

  it('finds a clock that is behind what the database has seen', async () => {
    await tamper(
      place(),
      "update lanyard_migrations set applied_at = 4000000000000 where name = 'issuer/0001-keys'",
    )
    const { status, checks } = await examine(place())
    expect(faultsIn(checks)).toEqual([expect.stringMatching(/^clock: the database was changed at 2096-/)])
    expect(status).toBe(1)
  })
})

describe('lanyard doctor', () => {
  it('says so when the database is down, and goes on', async () => {
    const place = await temporaryPlace('sqlite')
    const port = await listen('')
    const store = { ...place, databaseUrl: 'postgres://lanyard:hidden@127.0.0.1:1/lanyard' }
    const { status, checks } = await examine(store, { PORT: port }, lanyard)
    expect(status).toBe(1)
    expect(faultsIn(checks)).toEqual([
      'database: the database cannot be reached now',
      expect.stringMatching(/^server: another program uses 127\.0\.0\.1 port \d+: stop it, or set PORT$/),
    ])
  })

  it('shows what is set, and of secrets only that they are', async () => {
    const place = await temporaryPlace('sqlite')
    const secret = Buffer.alloc(32, 7).toString('base64url')
    const { checks } = await examine(place, { LANYARD_SECRET: secret, LOG_LEVEL: 'warn' })
    const settings = detailsOf(checks, 'settings')
    expect(settings).toContain('LANYARD_SECRET: set')
    expect(settings).toContain('LOG_LEVEL: "warn"')
    expect(detailsOf(checks, 'root key')).toEqual(['from LANYARD_SECRET'])
    expect(JSON.stringify(checks)).not.toContain(secret)
  })

  it('names a bad setting', async () => {
    const place = await temporaryPlace('sqlite')
    const { status, checks } = await examine(place, { PORT: 'many' })
    expect(status).toBe(1)
    expect(faultsIn(checks)).toEqual([expect.stringMatching(/^settings: PORT: "many" is not a whole number/)])
  })

  it('finds files that others may read, and a damaged root key', async () => {
    const place = await temporaryPlace('sqlite')
    writeFileSync(join(place.dataFolder, 'secret'), 'x', { mode: 0o600 })
    writeFileSync(join(place.dataFolder, 'outbox.jsonl'), '', { mode: 0o600 })
    chmodSync(join(place.dataFolder, 'outbox.jsonl'), 0o644)
    const { checks } = await examine(place)
    expect(faultsIn(checks)).toEqual([
      expect.stringMatching(
        /^data folder: .*outbox\.jsonl has mode 644, readable by other users: run chmod 600/,
      ),
      expect.stringMatching(
        /^root key: LANYARD_DATA: the root key file .* does not hold the base64url of 32 bytes/,
      ),
    ])
  })

  it('finds a data folder that is none', async () => {
    const place = await temporaryPlace('sqlite')
    mkdirSync(join(place.dataFolder, 'sub'))
    writeFileSync(join(place.dataFolder, 'sub', 'file'), '')
    const { checks } = await examine(place, { LANYARD_DATA: join(place.dataFolder, 'sub', 'file') })
    expect(faultsIn(checks)).toContainEqual(
      expect.stringMatching(/^data folder: .*file is not a folder: set LANYARD_DATA/),
    )
  })

  it.each([
    [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is open to the network, but LANYARD_URL is not set/],
    [
      { HOST: '0.0.0.0', LANYARD_URL: 'http://id.example.com' },
      /^LANYARD_URL is http: traffic is not encrypted/,
    ],
    [{ LANYARD_URL: 'https://id.example.com' }, /^LANYARD_URL is https, .* LANYARD_TRUST_PROXY is not set/],
    [{ LANYARD_URL: 'https://192.0.2.1', LANYARD_TRUST_PROXY: '1' }, /^LANYARD_URL is an IP address/],
    [
      { LANYARD_URL: 'http://localhost:5000', PORT: '4999' },
      /^LANYARD_URL has port 5000, but .* listens on 4999$/,
    ],
  ])('advises on %j', async (settings, line) => {
    const place = await temporaryPlace('sqlite')
    const { status, checks } = await examine(place, settings)
    expect(status).toBe(0)
    expect(detailsOf(checks, 'advice')).toEqual([expect.stringMatching(line)])
  })

  it('has no advice on the defaults, nor on a server behind a proxy', async () => {
    const place = await temporaryPlace('sqlite')
    for (const settings of [
      {},
      { LANYARD_URL: 'https://id.example.com', LANYARD_TRUST_PROXY: '1' },
    ] as Settings[]) {
      expect(detailsOf((await examine(place, settings)).checks, 'advice')).toEqual([])
    }
  })
})
