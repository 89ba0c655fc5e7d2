import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSqlite } from '../src/kernel/database/sqlite/driver.ts'
import { onEachEngine, type Place } from './engines.ts'
import { createManualClock } from './fakes.ts'
import { type RunningApp, startApp } from './harness.ts'
import { createHttpClient } from './http-client.ts'
import { createLedger, type Entry } from './ledger.ts'
import { expectIntact, findFaults } from './oracle.ts'
import { temporaryPlace } from './place.ts'
import { createDice } from './seed.ts'
import { within } from './speed.ts'

/** The oracle's own controls: whatever it is there to find, it finds. */
onEachEngine('the ledger', (place) => {
  const client = createHttpClient(1)
  let running: RunningApp
  beforeAll(async () => {
    running = await startApp(place(), {
      clock: createManualClock(Date.now()),
      settings: { LANYARD_RATE: 'off' },
    })
  })
  afterAll(async () => {
    client.close()
    await running.app.stop()
  })

  async function register() {
    await execute(place(), 'delete from issuer_keys')
    const ledger = createLedger(createDice('oracle'))
    const entries: Entry[] = []
    for (let count = 0; count < 3; count++) {
      const entry = ledger.next()
      expect((await ledger.send(client, running.url, entry))?.status).toBe(201)
      entries.push(entry)
    }
    const [first, second] = entries
    if (first === undefined || second === undefined) throw new Error('three were registered')
    return { ledger, first, second }
  }

  it('finds nothing where all is well', async () => {
    const { ledger } = await register()
    await expectIntact(ledger, { store: place(), url: running.url })
  })

  it('finds an acknowledged write that is gone', async () => {
    const { ledger, first } = await register()
    await execute(place(), `delete from issuer_keys where fingerprint = '${first.fingerprint}'`)
    expect(await findFaults(ledger, place())).toMatchObject({ missing: [first.fingerprint], strangers: [] })
  })

  it('finds a row that nobody sent', async () => {
    const { ledger, first } = await register()
    await execute(
      place(),
      `update issuer_keys set fingerprint = 'x' where fingerprint = '${first.fingerprint}'`,
    )
    expect(await findFaults(ledger, place())).toMatchObject({
      missing: [first.fingerprint],
      strangers: ['x'],
    })
  })

  it('finds a row that is not as it was sent', async () => {
    const { ledger, first, second } = await register()
    await execute(place(), `update issuer_keys set name = '?' where fingerprint = '${first.fingerprint}'`)
    await execute(place(), `update issuer_keys set jwk = '{}' where fingerprint = '${second.fingerprint}'`)
    const { altered } = await findFaults(ledger, place())
    expect(altered.sort()).toEqual([first.fingerprint, second.fingerprint].sort())
  })

  it('finds a key that was acknowledged twice', async () => {
    const { ledger, first } = await register()
    first.answers.push(201)
    expect(await findFaults(ledger, place())).toMatchObject({ doubled: [first.fingerprint] })
  })

  it('finds what the API no longer answers', async () => {
    const { ledger, first } = await register()
    const gone = expectIntact(ledger, { store: place(), url: `${running.url}/elsewhere`, asked: [first] })
    await expect(gone).rejects.toMatchObject({ actual: [`${first.fingerprint}: 404`] })
  })
})

it('the ledger finds a damaged file', async () => {
  const place = await temporaryPlace('sqlite')
  await (await startApp(place)).app.stop()
  const path = join(place.dataFolder, 'lanyard.sqlite')
  const fd = openSync(path, 'r+')
  for (let page = 2; page < statSync(path).size / 4_096; page++)
    writeSync(fd, Buffer.alloc(50, 0xa5), 0, 50, page * 4_096)
  closeSync(fd)
  const found = await findFaults(createLedger(createDice('damage')), place).then(
    ({ damage }) => damage,
    (error: Error) => [error.message],
  )
  expect(found.length).toBeGreaterThan(0)
})

async function execute(place: Place, sql: string): Promise<void> {
  if (place.databaseUrl === undefined) {
    const { DatabaseSync } = await loadSqlite()
    const connection = new DatabaseSync(join(place.dataFolder, 'lanyard.sqlite'), { timeout: within(30_000) })
    connection.exec(sql)
    connection.close()
  } else {
    const connection = new pg.Client(place.databaseUrl)
    await connection.connect()
    await connection.query(sql)
    await connection.end()
  }
}
