import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../../src/kernel/base/secret.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { type Load, openLoad } from '../../../src/kernel/database/maintenance/load.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { openSnapshot, type Snapshot } from '../../../src/kernel/database/maintenance/snapshot.ts'
import type { DatabaseAddress, Table, Value } from '../../../src/kernel/database/maintenance/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { createPlace, type Place } from '../../engines.ts'

/** A table that counts, and one whose rows refer to each other and to the first. */
const createTables: Migration = {
  name: 'test/0001-visits',
  statements: ({ createTable, addSequence, types }) => [
    addSequence(createTable('visits'), 'number').addColumn('at', types.integer, (column) => column.notNull()),
    createTable('people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('friend_id', 'text', (column) => column.references('people.id'))
      .addColumn('visit', types.integer, (column) => column.references('visits.number'))
      .addColumn('note', 'text'),
  ],
}

type Tables = {
  visits: { number: number; at: number }
  people: { id: string; friend_id: string | null; visit: number | null; note: string | null }
}
const statement = statementsOf<Tables>()
const addVisit = statement((db, p: { at: number }) =>
  db
    .insertInto('visits')
    .values({ at: p.at } as never)
    .returning('number'),
)
const removeVisits = statement((db, p: { after: number }) =>
  db.deleteFrom('visits').where('number', '>', p.after),
)
const addPerson = statement((db, p: Tables['people']) =>
  db.insertInto('people').values({ id: p.id, friend_id: p.friend_id, visit: p.visit, note: p.note }),
)
const befriend = statement((db, p: { id: string; friend: string }) =>
  db.updateTable('people').set({ friend_id: p.friend }).where('id', '=', p.id),
)

const notes = ['', 'tab\tline\nquote"back\\slash', 'žluťoučký 🐎 \u2028', null]
const engines = ['sqlite', 'postgres'] as const

function addressOf(place: Place): DatabaseAddress {
  return place.databaseUrl === undefined
    ? { engine: 'sqlite', path: join(place.dataFolder, 'lanyard.sqlite') }
    : { engine: 'postgres', url: new Secret(place.databaseUrl) }
}

async function readAll(snapshot: Snapshot): Promise<Map<string, Value[][]>> {
  const found = new Map<string, Value[][]>()
  for (const table of await snapshot.listTables()) {
    const rows: Value[][] = []
    for await (const slice of snapshot.readRows(table)) rows.push(...slice)
    found.set(
      table.name,
      rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    )
  }
  return found
}

async function openSource(place: Place): Promise<Database> {
  const database = await place.open()
  await migrate(database, [createTables], () => 7)
  await Promise.all(Array.from({ length: 700 }, (_, at) => database.run(addVisit, { at })))
  await database.run(removeVisits, { after: 690 })
  for (const [index, note] of notes.entries()) {
    await database.run(addPerson, { id: `p${index}`, friend_id: null, visit: index + 1, note })
  }
  // In a circle, so that no order of the rows satisfies every reference.
  for (const [index] of notes.entries()) {
    await database.run(befriend, { id: `p${index}`, friend: `p${(index + 1) % notes.length}` })
  }
  return database
}

describe.each(engines)('a snapshot of %s', (engine) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await createPlace(engine)
    database = await openSource(place)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  it('names every table, its columns and how far it counted', async () => {
    const snapshot = await openSnapshot(addressOf(place))
    expect(await snapshot.listTables()).toEqual([
      { name: 'lanyard_migrations', columns: ['name', 'applied_at'], counter: null },
      { name: 'people', columns: ['id', 'friend_id', 'visit', 'note'], counter: null },
      { name: 'visits', columns: ['number', 'at'], counter: 700 },
    ])
    await snapshot.close()
  })

  it('stays at its instant while others write', async () => {
    const snapshot = await openSnapshot(addressOf(place))
    const tables = await snapshot.listTables()
    const visits = tables.find(({ name }) => name === 'visits') as Table
    const slices = snapshot.readRows(visits)[Symbol.asyncIterator]()
    const first = await slices.next()
    await database.run(addPerson, { id: 'late', friend_id: null, visit: null, note: null })
    await database.run(addVisit, { at: 9999 })
    let count = first.value.length
    for (let next = await slices.next(); !next.done; next = await slices.next()) count += next.value.length
    expect(first.value.length).toBeLessThan(count)
    expect(count).toBe(690)
    expect((await readAll(snapshot)).get('people')).toHaveLength(notes.length)
    await snapshot.close()
  })

  it('changes nothing', async () => {
    const snapshot = await openSnapshot(addressOf(place))
    await expect(snapshot.all(removeVisits, { after: 0 })).rejects.toThrow()
    await snapshot.close()
  })
})

describe.each(engines.flatMap((from) => engines.map((to) => [from, to] as const)))(
  'moving %s to %s',
  (from, to) => {
    let source: Place
    let target: Place
    beforeAll(async () => {
      source = await createPlace(from)
      target = await createPlace(to)
      await (await openSource(source)).close()
    })
    afterAll(async () => {
      await source.remove()
      await target.remove()
    })

    async function move(until: (load: Load) => Promise<void>): Promise<void> {
      const snapshot = await openSnapshot(addressOf(source))
      const load = await openLoad(addressOf(target))
      try {
        await migrate(load, [createTables], () => 7)
        const tables = (await snapshot.listTables()).filter(({ name }) => name !== 'lanyard_migrations')
        await load.clear(tables)
        for (const table of tables) {
          for await (const rows of snapshot.readRows(table)) await load.insert(table, rows)
          await load.setCounter(table)
        }
        await until(load)
      } finally {
        await load.close()
        await snapshot.close()
      }
    }

    it('leaves nothing behind without a commit', async () => {
      await move(async () => {})
      const snapshot = await openSnapshot(addressOf(target))
      expect(await snapshot.listTables()).toEqual([])
      await snapshot.close()
    })

    it('refuses rows that refer to rows which are not there', async () => {
      const people: Table = { name: 'people', columns: ['id', 'friend_id', 'visit', 'note'], counter: null }
      const refused = move(async (load) => {
        await load.insert(people, [['alone', 'nobody', null, null]])
        await load.commit()
      })
      await expect(refused).rejects.toThrow(/foreign key/i)
      const snapshot = await openSnapshot(addressOf(target))
      expect(await snapshot.listTables()).toEqual([])
      await snapshot.close()
    })

    it('keeps every row, counts on from where it stood, and checks references again', async () => {
      await move((load) => load.commit())
      const [before, after] = await Promise.all([
        openSnapshot(addressOf(source)),
        openSnapshot(addressOf(target)),
      ])
      expect(await readAll(after)).toEqual(await readAll(before))
      expect(await after.listTables()).toEqual(await before.listTables())
      await before.close()
      await after.close()
      const database = await target.open()
      expect(await database.first(addVisit, { at: 1 })).toEqual({ number: 701 })
      const stranger = database.run(addPerson, { id: 'x', friend_id: 'nobody', visit: null, note: null })
      await expect(stranger).rejects.toThrow(/foreign key/i)
      await database.close()
    })
  },
)
