import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Store, startServer } from '../child.ts'
import { ask, createHttpClient } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact } from '../oracle.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice, isLong, scaled } from '../seed.ts'
import { type Cable, layCable } from './cable.ts'
import { expectPutOff } from './refusal.ts'

const CUTS = scaled(10, 200)
/** The longest that a statement may take before nobody waits for it any more. */
const PATIENCE_MS = 25_000

describe('the network to PostgreSQL', () => {
  const score = keepScore(() => 'the network to PostgreSQL')

  async function start(): Promise<{ cable: Cable; direct: Store; store: Store }> {
    const direct = await temporaryPlace('postgres')
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
          await delay(dice.between(20, 200))
          cable.cut()
        })
      }
      const answers = (await load.stop()).flatMap((entry) => entry.answers)
      for (const status of answers) expect([201, 503]).toContain(status)
      expect(answers).toContain(503)
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: direct, url: server.url })
      expect((await server.end('SIGTERM')).code).toBe(0)
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    CUTS * 2_000,
  )

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
        await sendAgain(ledger, server.url)
        await expectIntact(ledger, { store: direct, url: server.url })
      })
      await server.end('SIGTERM')
    },
    4 * PATIENCE_MS,
  )
})
