import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Transaction } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachEmptyEngine } from '../../engines.ts'

type Tables = {
  places: { id: string; taken: number; capacity: number }
  bookings: { id: string; place_id: string }
}

const createTables: Migration = {
  name: 'test/0001-places',
  statements: ({ createTable, types, schema }) => [
    createTable('places')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('taken', types.integer, (column) => column.notNull())
      .addColumn('capacity', types.integer, (column) => column.notNull()),
    createTable('bookings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('place_id', 'text', (column) => column.notNull()),
    schema.createIndex('bookings_place').on('bookings').column('place_id'),
  ],
}

const statement = statementsOf<Tables>()
const addPlace = statement((db, p: Tables['places']) =>
  db.insertInto('places').values({ id: p.id, taken: p.taken, capacity: p.capacity }),
)
const takePlace = statement((db, p: { id: string }) =>
  db
    .updateTable('places')
    .set((row) => ({ taken: row('taken', '+', 1) }))
    .where('id', '=', p.id)
    .whereRef('taken', '<', 'capacity')
    .returning('taken'),
)
const takePlaceUnguarded = statement((db, p: { id: string; taken: number }) =>
  db.updateTable('places').set({ taken: p.taken }).where('id', '=', p.id),
)
const findPlace = statement((db, p: { id: string }) =>
  db.selectFrom('places').selectAll().where('id', '=', p.id),
)
const addBooking = statement((db, p: Tables['bookings']) =>
  db.insertInto('bookings').values({ id: p.id, place_id: p.place_id }),
)
const countBookings = statement((db, p: { place_id: string }) =>
  db
    .selectFrom('bookings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('place_id', '=', p.place_id),
)

onEachEmptyEngine('the database', (place) => {
  let database: Database
  let other: Database
  beforeAll(async () => {
    database = await place().open()
    other = await place().open()
    await migrate(database, [createTables], () => 0)
  })
  afterAll(async () => {
    await database.close()
    await other.close()
  })

  async function book(db: Database, placeId: string, bookingId: string): Promise<boolean> {
    return db.write(async (transaction) => {
      await transaction.run(addBooking, { id: bookingId, place_id: placeId })
      const taken = await transaction.first(takePlace, { id: placeId })
      if (taken === undefined) throw new Full()
      return true
    })
  }

  class Full extends Error {}

  it('gives rows with numbers as numbers, and undefined where there is none', async () => {
    await database.run(addPlace, { id: 'numbers', taken: 1_700_000_000_000, capacity: 5 })
    expect({ ...(await database.first(findPlace, { id: 'numbers' })) }).toEqual({
      id: 'numbers',
      taken: 1_700_000_000_000,
      capacity: 5,
    })
    expect(await database.first(findPlace, { id: 'nowhere' })).toBeUndefined()
    expect((await database.first(countBookings, { place_id: 'numbers' }))?.count).toBe(0)
  })

  it('sells exactly the capacity to 200 at once over two connections, and undoes each refused booking', async () => {
    await database.run(addPlace, { id: 'race', taken: 0, capacity: 7 })
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => book(n % 2 === 0 ? database : other, 'race', `race-${n}`)),
    )
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(7)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(Full)
    expect((await database.first(findPlace, { id: 'race' }))?.taken).toBe(7)
    expect((await database.first(countBookings, { place_id: 'race' }))?.count).toBe(7)
  })

  it('oversells when the guard is a look before the write (the control of the race above)', async () => {
    await database.run(addPlace, { id: 'control', taken: 0, capacity: 7 })
    const sold = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const row = await database.first(findPlace, { id: 'control' })
        if (row === undefined || row.taken >= row.capacity) return false
        await database.run(takePlaceUnguarded, { id: 'control', taken: row.taken + 1 })
        return true
      }),
    )
    expect(sold.filter(Boolean).length).toBeGreaterThan(7)
  })

  it('runs effects after the commit, and none of a transaction that failed', async () => {
    const effects: string[] = []
    await database.write(async (transaction) => {
      transaction.afterCommit(() => effects.push('committed'))
      await transaction.run(addPlace, { id: 'effect', taken: 0, capacity: 1 })
      expect(effects).toEqual([])
    })
    const failed = database.write(async (transaction) => {
      transaction.afterCommit(() => effects.push('never'))
      await transaction.run(addPlace, { id: 'effect', taken: 0, capacity: 1 })
    })
    await expect(failed).rejects.toThrow()
    expect(effects).toEqual(['committed'])
  })

  it('sees what it has sent without waiting, and fails where one of those statements does', async () => {
    const send = (transaction: Transaction, n: number) =>
      transaction.send(addBooking, { id: `sent-${n}`, place_id: 'sent' })
    const count = await database.write(async (transaction) => {
      await Promise.all(Array.from({ length: 300 }, (_none, n) => send(transaction, n)))
      return (await transaction.first(countBookings, { place_id: 'sent' }))?.count
    })
    expect(count).toBe(300)
    const failed = database.write(async (transaction) => {
      await send(transaction, 300)
      await send(transaction, 0).catch(() => undefined)
    })
    // SQLite undoes only the statement; PostgreSQL refuses to commit the others.
    if (place().engine === 'sqlite') await failed
    else await expect(failed).rejects.toMatchObject({ code: '23505', table: 'bookings' })
    expect((await database.first(countBookings, { place_id: 'sent' }))?.count).toBe(
      place().engine === 'sqlite' ? 301 : 300,
    )
  })

  it('takes no decision of its work for valid if a statement failed that it did not wait for', async () => {
    await database.run(addBooking, { id: 'taken', place_id: 'decided' })
    const decide = () =>
      database.write(async (transaction) => {
        await transaction.send(addBooking, { id: 'taken', place_id: 'decided' })
        throw new Full()
      })
    // On SQLite every statement is waited for.
    const failure =
      place().engine === 'sqlite' ? { message: 'UNIQUE constraint failed: bookings.id' } : { code: '23505' }
    // Many at once, because the answers to the statement and to the rollback sometimes arrive together.
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 20 }, () => expect(decide()).rejects.toMatchObject(failure)))
  })

  it('refuses statements of a transaction that is over', async () => {
    let kept: Parameters<Parameters<Database['write']>[0]>[0] | undefined
    await database.write(async (transaction) => {
      kept = transaction
    })
    await expect(kept?.run(addPlace, { id: 'late', taken: 0, capacity: 1 })).rejects.toThrow(
      'the transaction is over',
    )
  })

  it('tells a missing parameter instead of binding nothing', async () => {
    await expect(database.first(findPlace, {} as { id: string })).rejects.toThrow('no value for id')
  })

  it('hears that another connection committed', async () => {
    const heard = new Promise<void>((resolve) => database.onOutsideChange(resolve))
    await other.run(addPlace, { id: 'heard', taken: 0, capacity: 1 })
    other.announce()
    await heard
  })
})

onEachEmptyEngine('migrations', (place) => {
  it('are applied once by four processes that start at the same time', async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => place().open()))
    const results = await Promise.all(databases.map((database) => migrate(database, [createTables], () => 0)))
    expect(results.flatMap((result) => result.applied)).toEqual(['test/0001-places'])
    await Promise.all(databases.map((database) => database.close()))
  })

  it('leave nothing behind when one fails midway, and go on from there', async () => {
    const database = await place().open()
    const broken: Migration = {
      name: 'test/0002-broken',
      statements: ({ createTable }) => [
        createTable('halfway').addColumn('id', 'text', (column) => column.primaryKey()),
        createTable('bookings').addColumn('id', 'text'),
      ],
    }
    const mended: Migration = { ...broken, statements: (tools) => broken.statements(tools).slice(0, 1) }
    await expect(migrate(database, [createTables, broken], () => 0)).rejects.toThrow(/bookings/)
    expect((await migrate(database, [createTables, mended], () => 0)).applied).toEqual(['test/0002-broken'])
    await database.close()
  })

  it('of a newer release are named, so that the start can warn', async () => {
    const database = await place().open()
    expect((await migrate(database, [createTables], () => 0)).unknown).toEqual(['test/0002-broken'])
    await database.close()
  })

  it('that are breaking on another engine only are no hindrance to an older release', async () => {
    const database = await place().open()
    const known = (await migrate(database, [], () => 0)).unknown.map((name) => ({
      name,
      statements: () => [],
    }))
    const elsewhere: Migration = { name: 'elsewhere', breaking: true, statements: () => [] }
    expect((await migrate(database, [...known, elsewhere], () => 0)).applied).toEqual(['elsewhere'])
    expect((await migrate(database, known, () => 0)).unknown).toEqual(['elsewhere'])
    await database.close()
  })

  it('of a newer release are refused where one is breaking, before anything is changed', async () => {
    const database = await place().open()
    const tableOf = (name: string): Migration => ({
      name,
      statements: ({ createTable }) => [
        createTable(name).addColumn('id', 'text', (column) => column.primaryKey()),
      ],
    })
    const newer: readonly Migration[] = [{ ...tableOf('first'), breaking: true }, tableOf('second')]
    expect((await migrate(database, newer, () => 0)).applied).toEqual(['first', 'second'])
    expect((await migrate(database, newer, () => 0)).applied).toEqual([])
    const older = migrate(database, [createTables, tableOf('third')], () => 0)
    await expect(older).rejects.toThrow(/cannot work with it \(first\)/)
    const third = tableOf('third')
    expect((await migrate(database, [...newer, third], () => 0)).applied).toEqual(['third'])
    await database.close()
  })
})

describe('a statement', () => {
  it('is compiled once an engine', () => {
    expect(findPlace.compiled('sqlite')).toBe(findPlace.compiled('sqlite'))
    expect(findPlace.compiled('postgres').sql).toContain('$1')
    expect(findPlace.compiled('sqlite').sql).toContain('?')
    expect(findPlace.compiled('sqlite').writes).toBe(false)
    expect(takePlace.compiled('sqlite').writes).toBe(true)
  })
})
