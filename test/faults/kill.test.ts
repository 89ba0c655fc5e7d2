import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { end, launchServer, type ServerProcess, type Store, startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { createLedger, type Ledger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectChecked, expectIntact, findFaults } from '../oracle.ts'
import { useProgram } from '../programs.ts'
import { keepScore } from '../score.ts'
import { createDice, type Dice, scaled } from '../seed.ts'
import { within } from '../speed.ts'

const ROUNDS = scaled(3, 200)
const settings = { LANYARD_SERVICES: 'issuer' }
const ROUND_LIMIT_MS = 60_000
const UP_AGAIN_MS = within(5_000)

onEachEngine('kill -9 under writes', (place) => {
  const careless = useProgram('test/faults/careless-server.ts')
  const score = keepScore(() => `kill -9 on ${place().engine}`)

  it(
    `keeps every acknowledged write over ${ROUNDS} kills`,
    async () => {
      const dice = createDice(`kill ${place().engine}`)
      const ledger = createLedger(dice)
      let server = await startServer(place(), { settings })
      const startMs: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        server = await score.fault(() => killOnce(server, { store: place(), ledger, dice }))
        startMs.push(server.startMs)
      }
      // The best of them: other programs on the machine slow some of them down.
      expect(Math.min(...startMs)).toBeLessThan(UP_AGAIN_MS)
      await expectIntact(ledger, { store: place(), url: server.url })
      await expectChecked(place())
      score.add('writes acknowledged and found', ledger.acknowledged().length)
      expect((await server.end('SIGTERM')).code).toBe(0)
    },
    ROUNDS * ROUND_LIMIT_MS,
  )

  it('loses writes that are answered before their commit (the control of the kills above)', async () => {
    const ledger = createLedger(createDice(`careless ${place().engine}`))
    const server = await startServer(place(), { script: [careless(), '--answer-early-ms=200'] })
    const load = startLoad(ledger, server.url)
    await load.acknowledged(20)
    await server.end('SIGKILL')
    await load.stop()
    expect((await findFaults(ledger, place())).missing.length).toBeGreaterThan(0)
  })
})

type Kill = { store: Store; ledger: Ledger; dice: Dice }

/** Kills the server at any instant of the load, starts it again and compares it with the ledger. */
async function killOnce(server: ServerProcess, { store, ledger, dice }: Kill): Promise<ServerProcess> {
  const load = startLoad(ledger, server.url)
  await load.acknowledged(1)
  await delay(dice.between(0, 300))
  await server.end('SIGKILL')
  const sent = await load.stop()
  if (dice.chance(0.2)) await killWhileItStarts(store, dice)
  const next = await startServer(store, { settings })
  await expectIntact(ledger, {
    store,
    url: next.url,
    asked: sent.filter(({ answers }) => answers.includes(201)),
  })
  // A client that was left without an answer asks again: the write happens once, now or before.
  await sendAgain(ledger, next.url)
  return next
}

async function killWhileItStarts(store: Store, dice: Dice): Promise<void> {
  const child = await launchServer(store)
  await delay(dice.between(0, 1_000))
  await end(child, 'SIGKILL')
}
