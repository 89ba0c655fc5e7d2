import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withContext } from '../src/app/commands/base/with-context.ts'
import type { Config } from '../src/app/config/config.ts'
import { readConfiguration } from '../src/events/configuration/configuration-store.ts'
import type { Events } from '../src/events/events.ts'
import { recountStatuses } from '../src/events/places/status-count-store.ts'
import { register } from '../src/events/registration/register.ts'
import { createCache } from '../src/kernel/base/cache.ts'
import type { Context } from '../src/kernel/context.ts'
import { fillSessions } from './heavy/fill-session.ts'
import type { Bulk } from './million/bulk.ts'
import { openPostgresBulk } from './million/bulk-postgres.ts'
import { openSqliteBulk } from './million/bulk-sqlite.ts'
import { createRecorder } from './million/recorder.ts'
import { personOf } from './people.ts'
import { seedEvent } from './seed-event.ts'
import type { SeedEvent } from './seed-file.ts'

/** Makes an event with as many registrations as asked for: by the product's own code, but not one transaction each. */
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: 'seed.json' },
    rows: { type: 'string', default: '10000' },
    sessions: { type: 'boolean', default: false },
  },
})
const AT_ONCE = 2_000

const { seed, context, config, configuration } = await withContext(async (opened, settings) => {
  const event = await seedEvent(opened)
  const found = await readConfiguration(opened.database, event.eventId)
  if (found === undefined) throw new Error('the event is there')
  return { seed: event, context: opened, config: settings, configuration: found }
})
const bulk = await openBulk(config)
await fill(context, bulk, seed)
const sessions = values.sessions ? await withContext((opened) => fillSessions(opened, seed)) : {}
await withContext(({ database }) => database.exclusively((tx) => recountStatuses(tx, seed.eventId)))
writeFileSync(values.file, JSON.stringify({ ...seed, ...sessions }))

function openBulk({ database }: Config): Promise<Bulk> {
  return database.engine === 'postgres'
    ? openPostgresBulk(database.url.reveal())
    : openSqliteBulk(database.path)
}

async function fill(opened: Context, into: Bulk, event: SeedEvent): Promise<void> {
  const configurations = createCache<typeof configuration>({ max: 1 })
  configurations.set(event.eventId, configuration)
  const nobody = { webhooks: { publish: async () => {} }, count: () => {} }
  const service = { ...opened, ...nobody, configurations } as unknown as Events
  const recorder = createRecorder(opened.database.capabilities)
  const rows = Number(values.rows)
  for (let number = 0; number < rows; number += 1) {
    await register(recorder.begin(), service, configuration, personOf(event, number))
    if ((number + 1) % AT_ONCE !== 0 && number + 1 < rows) continue
    for (const [table, made] of recorder.take()) await into.insert(table, made)
  }
  for (const [id, seats] of recorder.places) await into.takePlaces(id, seats)
  await into.finish()
}
