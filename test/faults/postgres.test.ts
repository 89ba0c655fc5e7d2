import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ServerProcess, type Store, startServer, UNCAUGHT } from '../child.ts'
import { ask, askUntilServed, createHttpClient, type Reply } from '../http-client.ts'
import { createLedger, type Entry, type Ledger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectChecked, expectIntact, findFaults } from '../oracle.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { useProgram } from '../programs.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { within } from '../speed.ts'
import { expectPutOff } from './refusal.ts'

const ROUNDS = scaled(3, 30)
const ROUND_LIMIT_MS = 60_000
const UP_AGAIN_MS = within(15_000)
/** The longest that a write waits for a lock or for a connection before it is put off. */
const PATIENCE_MS = within(15_000)

describe('a PostgreSQL that fails', () => {
  const careless = useProgram('test/faults/careless-server.ts')
  const score = keepScore(() => 'a PostgreSQL that fails')
  const client = createHttpClient(60)
  const dice = createDice('a PostgreSQL that fails')
  const ledger = createLedger(dice)
  let postgres: PostgresServer
  let store: Store
  let server: ServerProcess
  beforeAll(async () => {
    // What is committed loosely stays in memory for long: a crash loses it.
    postgres = await startPostgres({ settings: { max_connections: '40', wal_writer_delay: '10s' } })
    store = {
      engine: 'postgres',
      databaseUrl: postgres.url,
      dataFolder: mkdtempSync(join(tmpdir(), 'lanyard-test-')),
    }
    server = await startServer(store)
  })
  afterAll(async () => {
    await expectChecked(store)
    const { code } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(server.output()).not.toMatch(UNCAUGHT)
    await postgres.remove()
    rmSync(store.dataFolder, { recursive: true, force: true })
    score.add('writes acknowledged and found', ledger.acknowledged().length)
  })

  async function register(): Promise<{ entry: Entry; reply: Reply | undefined }> {
    const entry = ledger.next()
    return { entry, reply: await ledger.send(client, server.url, entry) }
  }
  const addressOf = ({ fingerprint }: Entry) => `${server.url}/issuer/key/${fingerprint}`
  const query = async (text: string) => {
    const admin = new pg.Client(postgres.url)
    await admin.connect()
    await admin.query(text)
    return admin
  }

  async function expectRecovery(): Promise<void> {
    const mendedAt = performance.now()
    while ((await register()).reply?.status !== 201) await delay(20)
    expect(performance.now() - mendedAt).toBeLessThan(UP_AGAIN_MS)
    expect(server.isRunning()).toBe(true)
    await sendAgain(ledger, server.url)
    await expectIntact(ledger, { store, url: server.url })
  }

  it(
    `keeps every acknowledged write over ${ROUNDS} crashes, and goes on without a restart`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { entry } = await register()
        expect((await askUntilServed(addressOf(entry)))?.status).toBe(200)
        await score.fault(async () => {
          await crashUnderLoad()
          expectPutOff((await register()).reply)
          // Another process may have changed the key, so what is in memory is no answer.
          expectPutOff(await ask('GET', addressOf(entry)))
          expect((await ask('GET', `${server.url}/readyz`))?.status).toBe(503)
          expect((await ask('GET', `${server.url}/healthz`))?.status).toBe(200)
          await postgres.restart()
          await expectRecovery()
        })
      }
    },
    ROUNDS * ROUND_LIMIT_MS,
  )

  async function crashUnderLoad(): Promise<void> {
    const load = startLoad(ledger, server.url)
    await load.acknowledged(20)
    await delay(dice.between(0, 200))
    await postgres.stop('immediate')
    const answers = (await load.stop()).flatMap((entry) => entry.answers)
    for (const status of answers) expect([201, 503]).toContain(status)
  }

  it('puts writes off while a table is locked, within bounds', async () => {
    await score.fault(async () => {
      const locker = await query('begin; lock table issuer_keys in access exclusive mode')
      const replies = await Promise.all(Array.from({ length: 40 }, register))
      for (const { reply } of replies) expectPutOff(reply, PATIENCE_MS)
      expect((await ask('GET', `${server.url}/healthz`))?.status).toBe(200)
      await locker.end()
      await expectRecovery()
    })
  })

  it('answers every write while PostgreSQL takes no more connections', async () => {
    await score.fault(async () => {
      const others = await takeAllConnections(postgres.url)
      await others[0]?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanyard'",
      )
      others.push(...(await takeAllConnections(postgres.url)))
      const replies = (await Promise.all(Array.from({ length: 60 }, register))).map(({ reply }) => reply)
      expect(replies.map((reply) => reply?.status)).toContain(503)
      for (const reply of replies) if (reply?.status !== 201) expectPutOff(reply, PATIENCE_MS)
      await Promise.all(others.map((other) => other.end()))
      await expectRecovery()
    })
  })

  it('loses writes that are committed loosely (the control of the crashes above)', async () => {
    const database = await createDatabase()
    const loose: Ledger = createLedger(createDice('loose commits'))
    const loosely = await startServer(database, { script: [careless(), '--commit-loosely'] })
    const load = startLoad(loose, loosely.url)
    await load.acknowledged(50)
    // A commit of the other server would write down what was committed loosely before it.
    process.kill(server.pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(server.pid, 'SIGCONT'))
    await load.acknowledged(100)
    await postgres.stop('immediate')
    process.kill(server.pid, 'SIGCONT')
    await load.stop()
    await loosely.end('SIGKILL')
    await postgres.restart()
    expect((await findFaults(loose, database)).missing.length).toBeGreaterThan(0)
    await expectRecovery()
  })

  async function createDatabase(): Promise<Store> {
    await (await query('create database loose')).end()
    const url = new URL(postgres.url)
    url.pathname = '/loose'
    // A data folder belongs to one installation, and this is another one.
    const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-test-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    return { ...store, dataFolder, databaseUrl: url.href }
  }
})

async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      taken.push(client)
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' })
      return taken
    }
  }
}
