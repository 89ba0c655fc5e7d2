import { expect, it, onTestFinished } from 'vitest'
import { tables } from '../../bench/million/bulk.ts'
import { createRecorder } from '../../bench/million/recorder.ts'
import { personOf } from '../../bench/people.ts'
import { seedEvent } from '../../bench/seed-event.ts'
import { readConfiguration } from '../../src/events/configuration/configuration-store.ts'
import type { Configuration } from '../../src/events/configured.ts'
import type { Events } from '../../src/events/events.ts'
import { register } from '../../src/events/registration/register.ts'
import { createCache } from '../../src/kernel/base/cache.ts'
import { onEachEngine } from '../engines.ts'
import { contextOn } from '../platform/accounts/context.ts'
import { wholeTable } from '../whole-table.ts'

onEachEngine('a recorded registration', (place) => {
  it('has the same rows and places as one in the database', async () => {
    const database = await place().open()
    onTestFinished(() => database.close())
    const context = contextOn(database)
    const event = await seedEvent(context)
    const configuration = await readConfiguration(database, event.eventId)
    if (configuration === undefined) throw new Error('the event is there')
    const configurations = createCache<Configuration>({ max: 1 })
    configurations.set(event.eventId, configuration)
    const nobody = { webhooks: { publish: async () => {} }, count: () => {} }
    const service = { ...context, ...nobody, configurations } as unknown as Events
    const countRows = async (name: string) => (await database.all(wholeTable(name), {})).length
    const before = new Map(
      await Promise.all(tables.map(async (name) => [name, await countRows(name)] as const)),
    )
    await database.write((tx) => register(tx, service, configuration, personOf(event, 0)))
    const recorder = createRecorder(database.capabilities)
    // They choose the same as the first.
    await register(recorder.begin(), service, configuration, personOf(event, 3))
    const recorded = recorder.take()
    for (const name of tables) {
      const rows = (await database.all(wholeTable(name), {})) as object[]
      const { columns, values } = recorded.get(name) ?? { columns: [], values: [] }
      expect(values.length, name).toBe(rows.length - (before.get(name) ?? 0))
      expect(Object.keys(rows[0] ?? {}), name).toEqual(expect.arrayContaining([...columns]))
      expect(values.every(({ length }) => length === columns.length)).toBe(true)
    }
    const places = (await database.all(wholeTable('events_places'), {})) as { id: string; taken: number }[]
    const taken = places.flatMap(({ id, taken: count }) => (count > 0 ? [[id, count] as const] : []))
    expect(taken.length).toBeGreaterThan(2)
    expect(new Map(taken)).toEqual(recorder.places)
  })
})
