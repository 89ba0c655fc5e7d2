import { expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { indexWaitingList } from '../../../src/events/migrations/0009-waiting-list.ts'
import { countStatuses } from '../../../src/events/migrations/0012-status-counts.ts'
import { readStatusCounts } from '../../../src/events/places/status-count-store.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { createPlace, type Engine, engines } from '../../engines.ts'

type Tables = Record<string, Record<string, unknown>>

const texts = ['organisation_id', 'event_id', 'confirmation_number', 'first_name', 'last_name', 'email']
const more = ['email_key', 'answers', 'session_ids', 'options', 'source', 'tags', 'external_references']
const numbers = ['version', 'change', 'created_at', 'updated_at', 'registered_at']

const eventTexts = [
  ...[
    'organisation_id',
    'code_key',
    'code',
    'title',
    'format',
    'status',
    'start_text',
    'end_text',
    'timezone',
  ],
  ...['custom_fields', 'external_references'],
]
const eventNumbers = [
  ...['version', 'change', 'created_at', 'updated_at', 'starts_at', 'ends_at', 'waitlist_enabled'],
  ...['multiple_per_email', 'approval_required', 'test_mode'],
]

/** A registration of the release before. */
function oldRow(id: string, columns: Record<string, unknown>) {
  const blank = Object.fromEntries([...texts, ...more].map((name) => [name, `${name} of ${id}`]))
  return {
    id,
    ...blank,
    ...Object.fromEntries(numbers.map((name) => [name, 1])),
    event_id: 'event',
    ...columns,
  }
}

/** Migrates a database with these registrations, and those of the tables beside them. */
async function upgrade<R>(
  engine: Engine,
  added: Migration,
  rows: Record<string, Record<string, unknown>[]>,
  read: (database: Database) => Promise<R>,
): Promise<R> {
  const place = await createPlace(engine)
  const database = await place.open()
  try {
    const older = migrations.slice(0, migrations.indexOf(added))
    await migrate(database, older, () => 1)
    for (const [table, made] of Object.entries(rows))
      for (const row of made)
        await database.run(
          statementOnce<Tables, unknown>((db) => db.insertInto(table).values(row)),
          {},
        )
    await migrate(database, migrations, () => 1)
    return await read(database)
  } finally {
    await database.close()
    await place.remove()
  }
}

it.each(engines)('notes what people on an older waiting list need, on %s', async (engine) => {
  const rows = [
    oldRow('a', { status: 'waitlisted', seats: 2, registration_type_id: 'type', line: 1 }),
    oldRow('b', { status: 'waitlisted', seats: 1, registration_type_id: null, line: 2 }),
    oldRow('c', { status: 'confirmed', seats: 1, registration_type_id: 'type', line: null }),
  ]
  const noted = statementOnce<Tables, unknown>((db) =>
    db.selectFrom('events_registrations').select(['id', 'needs']).orderBy('id'),
  )
  const needs = await upgrade(engine, indexWaitingList, { events_registrations: rows }, (database) =>
    database.all(noted, {}),
  )
  expect(needs).toEqual([
    { id: 'a', needs: '2 type' },
    { id: 'b', needs: '1 ' },
    { id: 'c', needs: '' },
  ])
})

it.each(engines)('counts the registrations of older events by their status, on %s', async (engine) => {
  const events = ['event', 'empty', 'leaving', 'erased'].map((id) => ({
    ...Object.fromEntries(eventTexts.map((name) => [name, `${name} of ${id}`])),
    ...Object.fromEntries(eventNumbers.map((name) => [name, 1])),
    id,
    deleted_at: id === 'leaving' || id === 'erased' ? 1 : null,
  }))
  const rows = [
    oldRow('a', { status: 'confirmed', seats: 2 }),
    oldRow('b', { status: 'confirmed', seats: 1 }),
    oldRow('c', { status: 'cancelled', seats: 4 }),
    oldRow('d', { status: 'confirmed', seats: 8, deleted_at: 1 }),
    oldRow('e', { event_id: 'leaving', status: 'cancelled', seats: 1 }),
    oldRow('f', { event_id: 'erased', status: 'cancelled', seats: 1, deleted_at: 1 }),
  ]
  const tables = { events_events: events, events_registrations: rows }
  const counts = await upgrade(engine, countStatuses, tables, (database) =>
    Promise.all(events.map(({ id }) => readStatusCounts(database, id))),
  )
  expect(counts.map(({ length }) => length)).toEqual([7, 7, 7, 0])
  const some = counts.flat().filter(({ registrations, people }) => registrations + people > 0)
  expect(some.sort((a, b) => (a.event_id + a.status < b.event_id + b.status ? -1 : 1))).toEqual([
    { event_id: 'event', status: 'cancelled', registrations: 1, people: 4 },
    { event_id: 'event', status: 'confirmed', registrations: 2, people: 3 },
    { event_id: 'leaving', status: 'cancelled', registrations: 1, people: 1 },
  ])
})
