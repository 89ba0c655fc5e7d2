import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { startServer, UNCAUGHT } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { createManualClock, createSeededRandom } from '../fakes.ts'
import { startApp } from '../harness.ts'
import { createHttpClient } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact } from '../oracle.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'

const BLUNDERS = scaled(5, 100)

onEachEngine('a bug', (place) => {
  const score = keepScore(() => `bugs on ${place().engine}`)

  it(
    'outside every request is logged, and costs no request and no write',
    async () => {
      const dice = createDice(`blunders ${place().engine}`)
      const ledger = createLedger(dice)
      const nodeArguments = ['--import', join(root, 'test', 'faults', 'blunder.mjs')]
      const server = await startServer(place(), { nodeArguments })
      const load = startLoad(ledger, server.url, { persistent: true })
      for (let blunder = 0; blunder < BLUNDERS; blunder++) {
        await score.fault(async () => {
          await delay(dice.between(0, 50))
          server.signal('SIGUSR2')
          await load.acknowledged(10 * (blunder + 1))
        })
      }
      const answers = (await load.stop()).flatMap((entry) => entry.answers)
      expect([201, 503]).toEqual(expect.arrayContaining([...new Set(answers)]))
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: place(), url: server.url })
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
      expect(server.output()).toMatch(UNCAUGHT)
      expect(server.output()).toContain('a blunder')
      expect(server.output()).toContain('a broken promise')
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    60_000 + BLUNDERS * 5_000,
  )

  it('in a request is a 500 without its cause, and the next request is served', async () => {
    const random = createSeededRandom('bug')
    let broken = false
    const running = await startApp(place(), {
      clock: createManualClock(Date.now()),
      parts: {
        random: {
          bytes(size) {
            if (broken) throw new Error('bug 4711')
            return random.bytes(size)
          },
        },
      },
    })
    const ledger = createLedger(createDice(`bug in a request ${place().engine}`))
    const client = createHttpClient(1)
    const entry = ledger.next()
    broken = true
    const failed = await ledger.send(client, running.url, entry)
    broken = false
    expect(failed?.status).toBe(500)
    expect(failed?.body).not.toContain('bug 4711')
    expect(running.logLines.join('')).toContain('bug 4711')
    expect((await ledger.send(client, running.url, entry))?.status).toBe(201)
    client.close()
    await running.app.stop()
  })
})
