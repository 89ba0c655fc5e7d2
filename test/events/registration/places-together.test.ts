import { expect, it, onTestFinished } from 'vitest'
import { insertPlace, joinWaitingListWhereFull, readPlaces } from '../../../src/events/places/place-store.ts'
import { takePlaces, takeWhereFree } from '../../../src/events/places/taking.ts'
import { lockEvent } from '../../../src/events/places/taking-store.ts'
import { createTurns } from '../../../src/kernel/async/turns.ts'
import type { Transaction } from '../../../src/kernel/database/database.ts'
import { createSharedWrites } from '../../../src/kernel/database/shared-writes.ts'
import { temporaryPlace } from '../../place.ts'

const EVENT = 'ev1'

/** An event on PostgreSQL with counters of these capacities, and a way to run works beside each other. */
async function start(capacities: Readonly<Record<string, number>>) {
  const database = await (await temporaryPlace('postgres', 'migrated')).open()
  onTestFinished(() => database.close())
  for (const [id, capacity] of Object.entries(capacities)) {
    const kind = id === EVENT ? 'event' : 'option'
    await insertPlace(database, { id, event_id: EVENT, kind, capacity })
  }
  const turns = createTurns({ atOnce: 1, maxWaitMs: 60_000 })
  const writes = createSharedWrites({ database, turns, lock: lockEvent })
  return {
    /** Each of the seats is for one work. */
    run: <T>(seats: readonly number[], work: (tx: Transaction, seats: number) => Promise<T>) =>
      Promise.all(seats.map((one) => writes.write(EVENT, (tx) => work(tx, one)))),
    taken: async (id: string) => (await readPlaces(database, EVENT)).get(id)?.taken,
  }
}

const ofEvent = (seats: number) => ({ id: EVENT, seats, held: 0, revision: 1 })

it('the last places of an event go to those who asked first and want no more than there are', async () => {
  const { run, taken } = await start({ [EVENT]: 4 })
  const got = await run([1, 3, 2, 1], async (tx, seats) => {
    return (await takeWhereFree(tx, { event: ofEvent(seats), others: [] })).size > 0
  })
  expect(got).toEqual([true, true, false, false])
  expect(await taken(EVENT)).toBe(4)
})

it('whoever wants fewer places than others gets them where they are left', async () => {
  const { run, taken } = await start({ [EVENT]: 2 })
  const got = await run([3, 4, 2], async (tx, seats) => {
    return (await takeWhereFree(tx, { event: ofEvent(seats), others: [] })).size > 0
  })
  expect(got).toEqual([false, false, true])
  expect(await taken(EVENT)).toBe(2)
})

it('those who asked first get the last places, however many counters the others want', async () => {
  const shirts = Array.from({ length: 20 }, (_none, n) => `op${n}`)
  const { run } = await start({ [EVENT]: 11, ...Object.fromEntries(shirts.map((id) => [id, 5])) })
  let next = 0
  const got = await run(Array(20).fill(1), async (tx, seats) => {
    const others = [{ id: shirts[next++] ?? '', seats, held: 0 }]
    return (await takeWhereFree(tx, { event: ofEvent(seats), others })).size === 2
  })
  expect(got).toEqual([...Array(11).fill(true), ...Array(9).fill(false)])
})

it('the last places of a session go to those who asked first', async () => {
  const { run, taken } = await start({ [EVENT]: 9, lab: 3 })
  expect(await run([1, 1, 1, 1], (tx, seats) => takePlaces(tx, { id: 'lab', seats }))).toEqual([
    ...[true, true, true, false],
  ])
  expect(await taken('lab')).toBe(3)
})

it('a waiting list is joined only by those for whom there is no room, in their order', async () => {
  const { run } = await start({ [EVENT]: 2 })
  const join = (tx: Transaction, seats: number) => joinWaitingListWhereFull(tx, EVENT, seats)
  expect(await run([3, 1, 4], join)).toEqual([1, undefined, 2])
  expect(await run([3, 5, 4], join)).toEqual([3, 4, 5])
})
