import { beforeAll, expect, it } from 'vitest'
import type { Events } from '../../../src/events/events.ts'
import type { RegistrationRow } from '../../../src/events/records/tables.ts'
import { readPosition, readPositions } from '../../../src/events/registration/position.ts'
import { findRegistration } from '../../../src/events/registration/registration-store.ts'
import { createCache } from '../../../src/kernel/base/cache.ts'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import type { Reader } from '../../../src/kernel/database/database.ts'
import { onEachApp } from '../../harness.ts'
import { copyWaiting } from '../long-list.ts'
import { openEvent, type Registration } from '../registrations.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

onEachApp('positions on a waiting list', (running) => {
  let time = 0
  const clock = { ...systemClock, monotonic: () => time }
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const database = () => running().app.context.database
  const open = async (count: number) => {
    const event = await openEvent(running(), organiser, { event: { capacity: 1, waitlistEnabled: true } })
    await event.take()
    const first = await event.take()
    await copyWaiting(database(), { id: first.id, first: 1, count: count - 1 })
    return {
      event,
      first,
      idAt: (position: number) => `${first.id}${position === 1 ? '' : `-${position - 1}`}`,
    }
  }
  const service = (): Pick<Events, 'waitingMarks' | 'clock'> => ({
    clock,
    waitingMarks: createCache({ max: 10 }),
  })
  const rowOf = async (id: string) => (await findRegistration(database(), id)) as RegistrationRow
  const counting = (): { db: Reader; asked: () => number } => {
    let asked = 0
    const count = <T>(answer: Promise<T>) => {
      asked += 1
      return answer
    }
    const db: Reader = {
      all: (statement, parameters) => count(database().all(statement, parameters)),
      first: (statement, parameters) => count(database().first(statement, parameters)),
    }
    return { db, asked: () => asked }
  }

  it('are counted once for a page, whatever rows it has', async () => {
    const [one, two] = [await open(300), await open(20)]
    await one.event.call('POST', `/registrations/${one.idAt(7)}/cancel`)
    const wanted = [...[290, 5, 8, 6].map(one.idAt), ...[3, 1].map(two.idAt)]
    const rows = await Promise.all(wanted.map(rowOf))
    const { db, asked } = counting()
    expect([...(await readPositions(db, service(), rows)).entries()].sort()).toEqual(
      [289, 5, 7, 6, 3, 1].map((position, at) => [wanted[at], position]).sort(),
    )
    expect(asked()).toBe(4)
    for (const row of rows)
      expect(await readPosition(db, service(), row)).toBe(
        (await readPositions(db, service(), [row])).get(row.id),
      )
  })

  it('are where somebody was who has left since the page was read', async () => {
    const { event, idAt } = await open(10)
    const rows = await Promise.all([2, 4, 6].map((position) => rowOf(idAt(position))))
    await event.call('POST', `/registrations/${idAt(4)}/cancel`)
    expect([...(await readPositions(database(), service(), rows)).values()]).toEqual([2, 4, 5])
  })

  it('are counted from a mark behind the front, so that the length of the list costs nothing', async () => {
    const { event, idAt } = await open(2_600)
    for (const left of [3, 700, 1_800]) await event.call('POST', `/registrations/${idAt(left)}/cancel`)
    const kept = service()
    const positionOf = async (place: number) => readPosition(database(), kept, await rowOf(idAt(place)))
    const far = [2_600, 2_599, 501, 502, 503, 1_001, 1_100, 1_799, 1_801, 2_000, 1, 2, 4]
    const leftBefore = (place: number) => [3, 700, 1_800].filter((left) => left < place).length
    const expected = far.map((place) => place - leftBefore(place))
    const read = []
    for (const place of far) read.push(await positionOf(place))
    expect(read).toEqual(expected)
    expect(await Promise.all(far.map(positionOf))).toEqual(expected)
    // The front is counted each time; the marks behind it are set again after two seconds.
    await event.call('POST', `/registrations/${idAt(1)}/cancel`)
    expect([await positionOf(2), await positionOf(2_600)]).toEqual([1, 2_597])
    time += 2_000
    expect([await positionOf(2_600), await positionOf(600)]).toEqual([2_596, 598])
    // Newcomers are counted from the last mark.
    const made = await event.take()
    expect(await readPosition(database(), kept, await rowOf(made.id))).toBe(2_597)
  })

  it('are right on a page of people who are far apart', async () => {
    const { idAt } = await open(2_700)
    const places = [2_700, 1, 1_350, 2, 2_100]
    const rows = await Promise.all(places.map((place) => rowOf(idAt(place))))
    const { db } = counting()
    const most: number[] = []
    const reading: Reader = {
      ...db,
      all: async (statement, parameters) => {
        const found = await db.all(statement, parameters)
        most.push(found.length)
        return found
      },
    }
    const positions = await readPositions(reading, service(), rows)
    expect(rows.map(({ id }) => positions.get(id))).toEqual(places)
    expect(most).toEqual([])
  })

  it('are right for many who ask at once before there is a mark', async () => {
    const { idAt } = await open(1_700)
    const kept = service()
    const places = Array.from({ length: 40 }, (_none, at) => 1_700 - at * 40)
    const rows = await Promise.all(places.map((place) => rowOf(idAt(place))))
    expect(await Promise.all(rows.map((row) => readPosition(database(), kept, row)))).toEqual(places)
  })

  it('are the same in an answer, a list, a search and a stored answer', async () => {
    const { event } = await open(10)
    const made = await event.take()
    const stored = (await event.register({}, { 'idempotency-key': 'one' })).body
    expect([made.waitlistPosition, stored.waitlistPosition]).toEqual([11, 12])
    expect((await event.read(made.id)).waitlistPosition).toBe(11)
    const list = await event.call<{ data: Registration[] }>('GET', '/registrations?pageSize=200')
    const found = await event.call<{ data: Registration[] }>('POST', '/registrations/search', {
      filter: { field: 'status', op: 'eq', value: 'waitlisted' },
      pageSize: 100,
    })
    const positions = ({ body }: { body: { data: Json[] } }) =>
      body.data.flatMap(({ waitlistPosition }) =>
        waitlistPosition === null ? [] : [Number(waitlistPosition)],
      )
    const all = Array.from({ length: 12 }, (_none, at) => at + 1)
    for (const page of [list, found]) expect(positions(page).sort((a, b) => a - b)).toEqual(all)
  })
})
