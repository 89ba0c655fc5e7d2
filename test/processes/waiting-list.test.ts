import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { EventsTables } from '../../src/events/records/tables.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import type { JobsTables } from '../../src/platform/jobs/tables.ts'
import { createApiKey } from '../app/commands/program.ts'
import { runCommand, type ServerProcess, startServer } from '../child.ts'
import { engines } from '../engines.ts'
import { faultsIn } from '../events/race-scene.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { scaled } from '../seed.ts'
import { within } from '../speed.ts'
import { type Buyer, buy, buyAll, createSale, listAll, type Made, patientPeer } from './events-peer.ts'

const PLACES = 10
const WAITING = scaled(400, 4_000)
const NEWCOMERS = scaled(60, 600)
const PATIENCE_MS = within(300_000 + WAITING * 100)

const statement = statementsOf<JobsTables & EventsTables>()
const countWaiting = statement((db, p: { id: string }) =>
  db.selectFrom('events_places').select(['waiting', 'serving']).where('id', '=', p.id),
)
const listStates = statement((db, p: { id: string }) =>
  db.selectFrom('events_registrations').select(['id', 'status']).where('event_id', '=', p.id),
)
/** As if the time were over for which a process that died keeps its jobs. */
const endLeases = statement((db) =>
  db.updateTable('jobs').set({ lease_until: 0 }).where('kind', '=', 'events-waiting-list'),
)

describe.each(engines)('a waiting list that several processes serve, on %s', (engine) => {
  const score = keepScore(() => `a large promotion on ${engine}`)

  it(
    'is served once and in order, beside those who register and cancel, though the server is killed in between',
    async () => {
      const place = await temporaryPlace(engine, 'migrated')
      const settings = { LANYARD_PROCESSES: '2' }
      const start = () => startServer(place, { settings })
      let server: ServerProcess = await start()
      const urls = [server.url]
      const peer = patientPeer(urls, await createApiKey(place, 'events'))
      const path = await createSale(peer, { capacity: PLACES, waitlistEnabled: true })
      const eventId = path.split('/').at(-1) ?? ''
      const buyers: Buyer[] = await buyAll(PLACES + WAITING, (turn) => buy(peer, path, turn))
      const before = await listAll(peer, path)
      const database = await place.open()

      await peer(0, 'PATCH', path, { body: { capacity: PLACES + WAITING } })
      const newcomers = buyAll(NEWCOMERS, (turn) => buy(peer, path, buyers.length + turn), { atOnce: 8 })
      const leaving = before.filter(({ status }) => status === 'confirmed').slice(0, PLACES / 2)
      const cancelled = Promise.all(
        leaving.map(({ id }, turn) => peer(turn, 'POST', `${path}/registrations/${id}/cancel`)),
      )
      const left = await score.fault(async () => {
        const found = await waitUntil(database, eventId, ({ waiting }) => waiting < WAITING - 60)
        await server.end('SIGKILL')
        expectFirstServed(before, await database.all(listStates, { id: eventId }))
        server = await start()
        urls.splice(0, 1, server.url)
        return found
      })
      expect(left).toMatchObject({ serving: 1 })
      await database.run(endLeases, {})
      const late = await newcomers
      await cancelled
      await waitUntil(database, eventId, ({ serving }) => serving === 0)

      const now = new Map((await listAll(peer, path)).map((made) => [made.id, made.status]))
      const waited = before.filter(({ status }) => status === 'waitlisted').map(({ id }) => now.get(id))
      expect(waited).toEqual(waited.map(() => 'confirmed'))
      expect([...now.values()].filter((status) => status === 'confirmed')).toHaveLength(PLACES + WAITING)
      // Newcomers got the places of those who left, and no others; at once only where nobody waited any more.
      for (const { made } of late)
        expect(made.status === 'confirmed' || (made.waitlistPosition ?? 0) > 0, made.id).toBe(true)
      const admitted = late.filter(({ made }) => now.get(made.id) === 'confirmed')
      expect(admitted).toHaveLength(leaving.length)
      expect(await faultsIn(database)).toEqual([])
      await database.close()
      expect(await runCommand(place, ['check'])).toMatchObject({ code: 0 })
      score.add('promoted', waited.length)
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    },
    PATIENCE_MS,
  )
})

/** Everyone who has a place by now stood before everyone who has none yet. */
function expectFirstServed(before: readonly Made[], now: readonly { id: string; status: string }[]): void {
  const states = new Map(now.map(({ id, status }) => [id, status]))
  const positionsOf = (wanted: string) =>
    before.flatMap(({ id, waitlistPosition }) =>
      waitlistPosition !== null && states.get(id) === wanted ? [waitlistPosition] : [],
    )
  const [served, waiting] = [positionsOf('confirmed'), positionsOf('waitlisted')]
  expect([served.length, served.length + waiting.length]).toEqual([Math.max(...served), WAITING])
  expect(Math.min(...waiting)).toBe(served.length + 1)
}

type Counted = { waiting: number; serving: number }

async function waitUntil(
  database: Database,
  id: string,
  isSo: (place: Counted) => boolean,
): Promise<Counted> {
  for (;;) {
    const place = await database.first(countWaiting, { id })
    if (place === undefined) throw new Error('there is an event')
    if (isSo(place)) return place
    await delay(5)
  }
}
