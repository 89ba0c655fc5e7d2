import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Migration, migrate } from '../../src/kernel/database/maintenance/migrate.ts'
import { openPostgres } from '../../src/kernel/database/postgres/postgres.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { type Store, startServer, UNCAUGHT } from '../child.ts'
import type { Place } from '../engines.ts'
import { ask, createHttpClient } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact } from '../oracle.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice, isLong, scaled } from '../seed.ts'
import { within } from '../speed.ts'
import { type Cable, layCable } from './cable.ts'
import { expectPutOff } from './refusal.ts'

type Notes = { notes: { id: string } }
const statement = statementsOf<Notes>()
const createNotes: Migration = {
  name: 'test/0001-notes',
  statements: ({ createTable }) => [
    createTable('notes').addColumn('id', 'text', (column) => column.primaryKey()),
  ],
}
const addNote = statement((db, p: { id: string }) => db.insertInto('notes').values({ id: p.id }))
const listNotes = statement((db) => db.selectFrom('notes').selectAll())

const CUTS = scaled(10, 200)
const STOP_LIMIT_MS = 10_000
/** The longest that a statement may take before nobody waits for it any more. */
const PATIENCE_MS = within(25_000)

describe('the network to PostgreSQL', () => {
  const score = keepScore(() => 'the network to PostgreSQL')

  async function start(): Promise<{ cable: Cable; direct: Place; store: Store }> {
    const direct = await temporaryPlace('postgres', 'migrated')
    const cable = await layCable(direct.databaseUrl ?? '')
    onTestFinished(() => cable.remove())
    return { cable, direct, store: { ...direct, databaseUrl: cable.url } }
  }

  it(
    `loses nothing and doubles nothing over ${CUTS} cuts, some between a commit and its answer`,
    async () => {
      const { cable, direct, store } = await start()
      const dice = createDice('cuts')
      const ledger = createLedger(dice)
      const server = await startServer(store)
      const load = startLoad(ledger, server.url, { persistent: true })
      for (let cut = 0; cut < CUTS; cut++) {
        await score.fault(async () => {
          await delay(dice.between(50, 400))
          cable.cut()
        })
      }
      const answers = (await load.stop()).flatMap((entry) => entry.answers)
      for (const status of answers) expect([201, 503]).toContain(status)
      expect(answers).toContain(503)
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: direct, url: server.url })
      expect((await server.end('SIGTERM')).code).toBe(0)
      expect(server.output()).not.toMatch(UNCAUGHT)
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    60_000 + CUTS * 5_000,
  )

  it('undoes a transaction whose connection breaks, and tells so once', async () => {
    const { cable, direct, store } = await start()
    const database = await openPostgres({ url: store.databaseUrl ?? '' })
    const observer = await direct.open()
    await migrate(database, [createNotes], () => 0)
    const broken = database.write(async (tx) => {
      await tx.run(addNote, { id: 'half' })
      cable.cut()
      await tx.run(addNote, { id: 'never' })
    })
    await expect(broken).rejects.toMatchObject({ kind: 'busy' })
    await database.write((tx) => tx.run(addNote, { id: 'next' }))
    expect((await observer.all(listNotes, {})).map(({ id }) => id)).toEqual(['next'])
    await database.close()
    await observer.close()
  })

  it.runIf(isLong)(
    'puts off what waits on a connection that has died silently',
    async () => {
      const { cable, direct, store } = await start()
      const ledger = createLedger(createDice('silence'))
      const server = await startServer(store)
      const client = createHttpClient(20)
      const register = () => ledger.send(client, server.url, ledger.next())
      await Promise.all(Array.from({ length: 20 }, register))
      await score.fault(async () => {
        cable.block()
        for (const reply of await Promise.all(Array.from({ length: 20 }, register))) {
          if (reply?.status !== 201) expectPutOff(reply, PATIENCE_MS)
        }
        expect((await ask('GET', `${server.url}/healthz`))?.status).toBe(200)
        // The connection for reads may still wait for an answer of its own.
        while ((await ask('GET', `${server.url}/readyz`))?.status !== 200) await delay(20)
        await sendAgain(ledger, server.url)
        await expectIntact(ledger, { store: direct, url: server.url })
      })
      const { code, ms } = await server.end('SIGTERM')
      expect(code).toBe(0)
      expect(ms).toBeLessThan(within(STOP_LIMIT_MS))
    },
    6 * PATIENCE_MS,
  )
})
