import { expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { indexWaitingList } from '../../../src/events/migrations/0009-waiting-list.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { createPlace, engines } from '../../engines.ts'

type Tables = Record<string, Record<string, unknown>>

const texts = ['organisation_id', 'event_id', 'confirmation_number', 'first_name', 'last_name', 'email']
const more = ['email_key', 'answers', 'session_ids', 'options', 'source', 'tags', 'external_references']
const numbers = ['version', 'change', 'created_at', 'updated_at', 'registered_at']

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

it.each(engines)('notes what people on an older waiting list need, on %s', async (engine) => {
  const place = await createPlace(engine)
  const database = await place.open()
  try {
    const older = migrations.filter((migration) => migration !== indexWaitingList)
    await migrate(database, older, () => 1)
    const rows = [
      oldRow('a', { status: 'waitlisted', seats: 2, registration_type_id: 'type', line: 1 }),
      oldRow('b', { status: 'waitlisted', seats: 1, registration_type_id: null, line: 2 }),
      oldRow('c', { status: 'confirmed', seats: 1, registration_type_id: 'type', line: null }),
    ]
    for (const row of rows)
      await database.run(
        statementOnce<Tables, unknown>((db) => db.insertInto('events_registrations').values(row)),
        {},
      )
    await migrate(database, migrations, () => 1)
    const noted = statementOnce<Tables, unknown>((db) =>
      db.selectFrom('events_registrations').select(['id', 'needs']).orderBy('id'),
    )
    expect(await database.all(noted, {})).toEqual([
      { id: 'a', needs: '2 type' },
      { id: 'b', needs: '1 ' },
      { id: 'c', needs: '' },
    ])
  } finally {
    await database.close()
    await place.remove()
  }
})
