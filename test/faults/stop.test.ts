import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { ask } from '../http-client.ts'
import { Wire } from '../kernel/http/wire.ts'
import { createLedger, type Entry, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact, findFaults } from '../oracle.ts'
import { keepScore } from '../score.ts'
import { createDice, isLong, scaled } from '../seed.ts'
import { within } from '../speed.ts'

const ROUNDS = scaled(2, 20)
const STOP_LIMIT_MS = 10_000

onEachEngine('SIGTERM', (place) => {
  const score = keepScore(() => `SIGTERM on ${place().engine}`)

  it(
    'ends a server under writes with exit code 0 and loses none',
    async () => {
      const dice = createDice(`stop ${place().engine}`)
      const ledger = createLedger(dice)
      for (let round = 0; round < ROUNDS; round++) {
        await score.fault(async () => {
          const server = await startServer(place())
          const load = startLoad(ledger, server.url)
          await load.acknowledged(1)
          await delay(dice.between(0, 300))
          const exit = await server.end('SIGTERM')
          await load.stop()
          expect(exit).toMatchObject({ code: 0, signal: null })
          expect(exit.ms).toBeLessThan(within(STOP_LIMIT_MS))
          if (place().engine === 'sqlite') expect(logSize(place().dataFolder)).toBe(0)
          expect((await findFaults(ledger, place())).missing).toEqual([])
        })
      }
      const server = await startServer(place())
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store: place(), url: server.url })
      await server.end('SIGTERM')
      score.add('writes acknowledged and found', ledger.acknowledged().length)
    },
    ROUNDS * 60_000,
  )

  it('is not what SIGKILL does: that leaves the log of SQLite behind (the control)', async (context) => {
    context.skip(place().engine !== 'sqlite', 'only SQLite has a log beside its file')
    const server = await startServer(place())
    const load = startLoad(createLedger(createDice('killed instead')), server.url)
    await load.acknowledged(1)
    // The server empties its log now and then.
    await expect.poll(() => logSize(place().dataFolder), { interval: 1 }).toBeGreaterThan(0)
    await server.end('SIGKILL')
    await load.stop()
    expect(logSize(place().dataFolder)).toBeGreaterThan(0)
  })

  it('answers what has arrived in part, and takes nothing new', async () => {
    const server = await startServer(place())
    const ledger = createLedger(createDice(`halves ${place().engine}`))
    const halves = await Promise.all(Array.from({ length: 10 }, () => sendHalf(server.url, ledger.next())))
    await arrives(server.url, halves.length)
    const ended = server.end('SIGTERM')
    await refuses(server.url)
    for (const { wire, entry, rest } of halves) {
      await wire.send(rest)
      const { status } = await wire.answer()
      entry.answers.push(status)
      expect(status).toBe(201)
    }
    const { code, ms } = await ended
    expect(code).toBe(0)
    // Their connections, kept alive, do not hold the stop up.
    expect(ms).toBeLessThan(within(STOP_LIMIT_MS / 2))
    expect((await findFaults(ledger, place())).missing).toEqual([])
    score.add('halves answered', halves.length)
  })

  it.runIf(isLong)('does not wait longer for a client that never finishes', async () => {
    const server = await startServer(place())
    const { wire } = await sendHalf(server.url, createLedger(createDice('never')).next())
    await arrives(server.url, 1)
    const { code, ms } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(within(STOP_LIMIT_MS + 1_000))
    wire.leave()
  })
})

type Half = { wire: Wire; entry: Entry; rest: string }

async function sendHalf(url: string, entry: Entry): Promise<Half> {
  const wire = new Wire(url)
  const head = `POST /issuer/key HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${entry.token.length}\r\n\r\n`
  await wire.send(head + entry.token.slice(0, 100))
  return { wire, entry, rest: entry.token.slice(100) }
}

/** Resolves when the server is at work on so many requests. */
async function arrives(url: string, count: number): Promise<void> {
  for (let inFlight = 0; inFlight < count; ) {
    const metrics = await ask('GET', `${url}/metrics`)
    inFlight = Number(/^lanyard_http_in_flight (\d+)/m.exec(metrics?.body ?? '')?.[1]) - 1
  }
}

/** Resolves when a new connection is refused. */
async function refuses(url: string): Promise<void> {
  while ((await ask('GET', `${url}/healthz`)) !== undefined) await delay(2)
}

/** What SQLite has written and not moved into the database file yet. */
function logSize(dataFolder: string): number {
  const path = join(dataFolder, 'lanyard.sqlite-wal')
  return existsSync(path) ? statSync(path).size : 0
}
