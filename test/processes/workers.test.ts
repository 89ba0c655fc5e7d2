import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { lanyardHereJson } from '../app/commands/program.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { onEachEmptyEngine } from '../engines.ts'
import { ask } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact } from '../oracle.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { within } from '../speed.ts'
import { measureReach, REACH_MS } from './reach.ts'
import { listWorkers, needsProcesses, waitForWorkers } from './workers.ts'

const PROCESSES = scaled(2, 4)
const KILLS = scaled(2, 100)
const UP_AGAIN_MS = within(15_000)
const settings = { LANYARD_PROCESSES: String(PROCESSES), LANYARD_SERVICES: 'issuer' }

onEachEmptyEngine('a server of several processes', (place) => {
  const score = keepScore(() => `a server of several processes on ${place().engine}`)
  const dice = createDice('a server of several processes')
  const ledger = createLedger(dice)
  /** One server for the tests in their order: a start of several processes is what costs most here. */
  let server: ServerProcess

  /** New connections go round: each process gets several of these. */
  async function askAll(path: string) {
    return Promise.all(Array.from({ length: 4 * PROCESSES }, () => ask('GET', `${server.url}${path}`)))
  }

  it('starts on an empty database, ends whole when its first process is killed, and starts again with every write', async (context) => {
    server = await startServer(place(), { settings })
    needsProcesses(context)
    await score.fault(async () => {
      const load = startLoad(ledger, server.url)
      await load.acknowledged(50)
      await server.end('SIGKILL')
      await load.stop()
      server = await startServer(place(), { settings })
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: place(), url: server.url })
    })
  })

  it(
    `replaces a process that is killed, ${KILLS} times`,
    async (context) => {
      needsProcesses(context)
      expect(listWorkers(server.pid)).toHaveLength(PROCESSES)
      for (let kill = 0; kill < KILLS; kill++) {
        await score.fault(async () => {
          const load = startLoad(ledger, server.url, { persistent: true })
          await load.acknowledged(20)
          const victim = listWorkers(server.pid)[kill % PROCESSES] ?? 0
          process.kill(victim, 'SIGKILL')
          const killedAt = performance.now()
          await load.acknowledged(60)
          await waitForWorkers(server.pid, PROCESSES, victim)
          expect(performance.now() - killedAt).toBeLessThan(UP_AGAIN_MS)
          await load.stop()
        })
      }
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: place(), url: server.url })
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    60_000 + KILLS * 30_000,
  )

  it('shows a new signing key in every process within a second', async () => {
    await askAll('/issuer/.well-known/jwks.json')
    const reachMs = await measureReach(async () => {
      const { kid } = await lanyardHereJson<{ kid: string }>(place(), ['signing-key', 'rotate'])
      const rotatedAt = performance.now()
      const isOld = (body = '') => (JSON.parse(body) as { keys: { kid: string }[] }).keys[0]?.kid !== kid
      const showsOld = async () =>
        (await askAll('/issuer/.well-known/jwks.json')).some((reply) => isOld(reply?.body))
      while (await showsOld()) await delay(5)
      return performance.now() - rotatedAt
    })
    expect(reachMs).toBeLessThan(REACH_MS)
  })

  it('ends by itself when it is told to, with processes that were replaced', async () => {
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})
