import { describe, expect, it } from 'vitest'
import { createApiKey, lanyardHere } from '../app/commands/program.ts'
import { runCommand, type ServerProcess, startServer } from '../child.ts'
import { faultsIn, lookThenTake } from '../events/race-scene.ts'
import { startApp } from '../harness.ts'
import { createMeeting } from '../meeting.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import {
  buy,
  buyAll,
  createSale,
  expectInOrder,
  listAll,
  type Made,
  type Peer,
  patientPeer,
} from './events-peer.ts'
import { createMachines, startMachine, stopAll } from './machines.ts'

/** Of servers, or of processes of one. */
const SEVERAL = scaled(2, 4)
const PLACES = scaled(60, 10_000)
const BUYERS = 2 * PLACES
const FREED = scaled(10, 500)
const PATIENCE_MS = 180_000 + BUYERS * 60

describe('a sale in several servers on one PostgreSQL', () => {
  const score = keepScore(() => 'a sale in several servers')

  it(
    `${BUYERS} buyers for ${PLACES} places, one server killed midway: sold exactly, nothing lost, the line in order, one registration of a key`,
    async () => {
      const place = await temporaryPlace('postgres', 'migrated')
      const machines = createMachines(place.databaseUrl, SEVERAL, createDice('sale'))
      const servers: ServerProcess[] = await Promise.all(machines.map(startMachine))
      const [machine] = machines
      if (machine === undefined) throw new Error('there are machines')
      const key = await createApiKey(machine.store, 'events', { settings: machine.settings })
      const peer = patientPeer(
        servers.map(({ url }) => url),
        key,
      )
      const oneKey = await sendOneKey(peer)
      const path = await createSale(peer, { capacity: PLACES, waitlistEnabled: true })
      const killed = servers.pop()
      const buyers = await buyAll(BUYERS, (turn) => buy(peer, path, turn), {
        midway: () => score.fault(async () => void (await killed?.end('SIGKILL'))),
      })
      score.add('acknowledged', buyers.length)

      const stored = new Map((await listAll(peer, path)).map((made) => [made.id, made]))
      const missing = buyers.filter(({ made }) => stored.get(made.id)?.status !== made.status)
      expect([stored.size, missing]).toEqual([BUYERS, []])
      score.add('found', stored.size)
      const waiting = [...stored.values()].filter(({ status }) => status === 'waitlisted')
      expect(waiting).toHaveLength(BUYERS - PLACES)
      const position = new Map(waiting.map(({ id, waitlistPosition }) => [id, waitlistPosition ?? 0]))
      expect(new Set(position.values()).size).toBe(waiting.length)
      expectInOrder(buyers, position)

      const confirmed = buyers.filter(({ made }) => made.status === 'confirmed').slice(0, FREED)
      await Promise.all(
        confirmed.map(({ made }, turn) => peer(turn, 'POST', `${path}/registrations/${made.id}/cancel`)),
      )
      const now = new Map((await listAll(peer, path)).map((made) => [made.id, made.status]))
      const promoted = waiting
        .filter(({ id }) => now.get(id) === 'confirmed')
        .map(({ id }) => position.get(id))
      expect(promoted.sort(byNumber)).toEqual(Array.from({ length: FREED }, (_, n) => n + 1))
      expect([...now.values()].filter((status) => status === 'confirmed')).toHaveLength(PLACES)

      const database = await place.open()
      expect(await faultsIn(database)).toEqual([])
      await database.close()
      const check = await runCommand(machine.store, ['check'], machine.settings)
      expect(check).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^ok +places +.*\(events: 2\)$/m),
      })
      const again = await startMachine(machines.at(-1) ?? machine)
      servers.push(again)
      await oneKey.expectOne(patientPeer([again.url], key))
      expect(await stopAll(servers)).toEqual(servers.map(() => 0))
    },
    PATIENCE_MS,
  )

  it('sells more than there is where a look before the write is the guard (the control)', async () => {
    const place = await temporaryPlace('postgres', 'migrated')
    const running = await startApp(place)
    const peer = patientPeer([running.url], await createApiKey(place, 'events'))
    const path = await createSale(peer, { capacity: 10 })
    await running.app.stop()
    const id = path.split('/').at(-1) ?? ''
    const databases = await Promise.all(Array.from({ length: SEVERAL }, () => place.open()))
    const meet = createMeeting(200)
    const sold = await Promise.all(
      Array.from({ length: 200 }, (_, n) => lookThenTake(databases[n % SEVERAL] ?? fail(), id, meet)),
    )
    expect(sold.filter(Boolean).length).toBeGreaterThan(10)
    for (const database of databases) await database.close()
    const { status, stdout } = await lanyardHere(place, ['check'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^FAULT +places +SALE: event .*: taken says \d+, and there are 0/m)
  })
})

describe('a sale in a server of several processes on SQLite', () => {
  const score = keepScore(() => 'a sale in several processes')

  it(
    'that is killed midway and starts again: sold exactly, nothing lost',
    async () => {
      const place = await temporaryPlace('sqlite', 'migrated')
      const settings = { LANYARD_PROCESSES: String(SEVERAL) }
      const urls: string[] = []
      let server = await startServer(place, { settings })
      urls.push(server.url)
      const key = await createApiKey(place, 'events')
      const peer = patientPeer(urls, key)
      const path = await createSale(peer, { capacity: PLACES / 2, waitlistEnabled: true })
      const buyers = await buyAll(PLACES, (turn) => buy(peer, path, turn), {
        midway: () =>
          score.fault(async () => {
            await server.end('SIGKILL')
            server = await startServer(place, { settings })
            urls.splice(0, 1, server.url)
          }),
      })
      const stored = new Map((await listAll(peer, path)).map((made): [string, Made] => [made.id, made]))
      expect(buyers.filter(({ made }) => stored.get(made.id)?.status !== made.status)).toEqual([])
      expect([...stored.values()].filter(({ status }) => status === 'confirmed')).toHaveLength(PLACES / 2)
      expect(stored.size).toBe(PLACES)
      const position = new Map(
        [...stored.values()]
          .filter(({ status }) => status === 'waitlisted')
          .map(({ id, waitlistPosition }) => [id, waitlistPosition ?? 0]),
      )
      expectInOrder(buyers, position)
      expect(await runCommand(place, ['check'])).toMatchObject({ code: 0 })
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    },
    PATIENCE_MS,
  )
})

/** The same registration, sent to all servers at once: whichever serves the key later, after a kill too, has the one answer. */
async function sendOneKey(all: Peer): Promise<{ expectOne(late: Peer): Promise<void> }> {
  const path = await createSale(all, { code: 'ONE-KEY', capacity: 10, multiplePerEmail: true })
  const registrant = { firstName: 'Grace', lastName: 'Example', email: 'grace@example.org' }
  const sending = { body: { registrant }, headers: { 'idempotency-key': 'one' } }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => all(turn, 'POST', `${path}/registrations`, sending)),
  )
  return {
    async expectOne(late) {
      const lateAnswer = await late(0, 'POST', `${path}/registrations`, sending)
      expect(new Set([...answers, lateAnswer].map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      const different = { ...sending, body: { registrant: { ...registrant, lastName: 'Else' } } }
      expect((await all(0, 'POST', `${path}/registrations`, different)).status).toBe(422)
      expect(await listAll(all, path)).toHaveLength(1)
    },
  }
}

function byNumber(a: number | undefined, b: number | undefined): number {
  return (a ?? 0) - (b ?? 0)
}

function fail(): never {
  throw new Error('there is a database for each')
}
