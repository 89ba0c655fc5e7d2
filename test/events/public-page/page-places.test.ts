import { expect, it } from 'vitest'
import type { Configuration } from '../../../src/events/configured.ts'
import type { Events } from '../../../src/events/events.ts'
import { createPlacesMemory, readPagePlaces } from '../../../src/events/public-page/page-places.ts'
import { createCache } from '../../../src/kernel/base/cache.ts'

const event = { id: 'event', status: 'published', ends_at: Number.MAX_SAFE_INTEGER, waitlist_enabled: 1 }
const configuration = { event, types: new Map(), sessions: new Map() } as unknown as Configuration

/** Counters that are answered when the test says so, and a clock that stands still. */
function scene() {
  let now = 1_000_000
  const asked: ((taken: number | Error) => void)[] = []
  const all = () =>
    new Promise<unknown>((resolve, reject) => {
      asked.push((taken) =>
        taken instanceof Error
          ? reject(taken)
          : resolve([{ event_id: event.id, left: `${event.id} ${10 - taken}` }]),
      )
    })
  const configurations = createCache<Configuration>({ max: 1 })
  configurations.set(event.id, configuration)
  const clock = { now: () => now, monotonic: () => now }
  const service = { database: { all }, clock, configurations } as unknown as Events
  const memory = createPlacesMemory()
  const read = () => readPagePlaces(service, memory, configuration)
  return {
    asked,
    memory,
    configurations,
    later: (ms: number) => {
      now += ms
    },
    read,
    /** Reads for the first time, when three places are taken. */
    async readFirst() {
      const reading = read()
      await expect.poll(() => asked.length).toBe(1)
      asked[0]?.(3)
      return reading
    },
  }
}

it('reads the places once more before they are a second old, for many who look', async () => {
  const { asked, read, readFirst, later, memory } = scene()
  const places = await readFirst()
  later(700)
  expect(places.isCurrent('numbers')).toBe(true)
  expect(asked).toHaveLength(1)
  later(100)
  for (let view = 0; view < 5; view++) expect(places.isCurrent('numbers')).toBe(true)
  await expect.poll(() => asked.length).toBe(2)
  const known = memory.places.get(event.id)
  asked[1]?.(4)
  await expect.poll(() => memory.places.get(event.id)).not.toBe(known)
  expect(places.isCurrent('numbers')).toBe(false)
  expect((await read()).left).toEqual({ '': 6 })
  expect(asked).toHaveLength(2)
})

it('does not keep a reading that began before somebody registered', async () => {
  const { asked, read, readFirst, later, memory } = scene()
  const places = await readFirst()
  later(800)
  expect(places.isCurrent('numbers')).toBe(true)
  await expect.poll(() => asked.length).toBe(2)
  memory.places.delete(event.id)
  asked[1]?.(3)
  const again = read()
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.(4)
  expect((await again).left).toEqual({ '': 6 })
  expect((await read()).left).toEqual({ '': 6 })
})

it('reads old places once to find out whether what shows them is still right', async () => {
  const { asked, read, readFirst, later } = scene()
  const places = await readFirst()
  later(60_000)
  const isCurrent = places.isCurrent('numbers')
  expect(isCurrent).toBeInstanceOf(Promise)
  await expect.poll(() => asked.length).toBe(2)
  // Requests that arrive during the reading are not answered from memory.
  expect(places.isCurrent('numbers')).toBe(false)
  asked[1]?.(3)
  expect(await isCurrent).toBe(true)
  expect(places.isCurrent('numbers')).toBe(true)
  expect((await read()).digests).toBe(places.digests)
  later(60_000)
  const isStillCurrent = places.isCurrent('numbers')
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.(10)
  expect(await isStillCurrent).toBe(false)
  expect(places.isCurrent('full')).toBe(false)
})

it('does not say that old places are right if the event was changed while they were read', async () => {
  const { asked, readFirst, later, configurations } = scene()
  const places = await readFirst()
  later(60_000)
  const isCurrent = places.isCurrent('full')
  await expect.poll(() => asked.length).toBe(2)
  configurations.delete(event.id)
  asked[1]?.(3)
  expect(await isCurrent).toBe(false)
})

it('does not say that old places are right if they cannot be read', async () => {
  const { asked, readFirst, later } = scene()
  const places = await readFirst()
  later(60_000)
  const isCurrent = places.isCurrent('full')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.(new Error('the database is away'))
  await expect(isCurrent).rejects.toThrow('the database is away')
})

it('reads the places of several events together before they are a second old', async () => {
  const asked: object[] = []
  let now = 0
  const all = async (_statement: object, ids: object) => {
    asked.push(ids)
    return [...new Set(Object.values(ids))].map((id) => ({ event_id: id, left: `${id} ${id.length}` }))
  }
  const configurations = createCache<Configuration>({ max: 2 })
  const clock = { now: () => now, monotonic: () => now }
  const service = { database: { all }, clock, configurations } as unknown as Events
  const memory = createPlacesMemory()
  const events = ['one', 'other'].map(
    (id) => ({ ...configuration, event: { ...event, id } }) as Configuration,
  )
  for (const one of events) configurations.set(one.event.id, one)
  const views = await Promise.all(events.map((one) => readPagePlaces(service, memory, one)))
  expect(asked).toHaveLength(2)
  now = 800
  for (const places of views) expect(places.isCurrent('numbers')).toBe(true)
  await expect.poll(() => asked.length).toBe(3)
  expect(Object.values(asked[2] ?? {})).toEqual(expect.arrayContaining(['one', 'other']))
  now = 1_500
  for (const places of views) expect(places.isCurrent('numbers')).toBe(true)
  expect(asked).toHaveLength(3)
})
