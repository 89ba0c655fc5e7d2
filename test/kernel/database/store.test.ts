import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, it } from 'vitest'
import type { Database, Reader, Transaction, Writer } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import type { Statement } from '../../../src/kernel/database/statement.ts'
import { storeOf } from '../../../src/kernel/database/store.ts'
import { onEachEmptyEngine } from '../../engines.ts'

type Seat = { id: string; name: string; owner: string | null; price: number }
type Tables = { chairs: Seat }

const createSeats: Migration = {
  name: 'test/0001-chairs',
  statements: ({ createTable, types }) => [
    createTable('chairs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('price', types.integer, (column) => column.notNull()),
  ],
}

const { one, many, value, values, count, exists, changed, guarded, insert, insertNew, tx } = storeOf<Tables>()

const insertSeat = insert('chairs')
const insertNewSeat = insertNew('chairs', 'id')
const insertAnySeat = tx.insertNew('chairs')
const findSeat = one((db, id: string) => db.selectFrom('chairs').selectAll().where('id', '=', id))
const listSeats = many((db, p: { from: number }, limit: number) =>
  db.selectFrom('chairs').select(['id', 'price']).where('price', '>=', p.from).orderBy('id').limit(limit),
)
const findOwner = value((db, id: string) => db.selectFrom('chairs').select('owner').where('id', '=', id))
const findPrice = value((db, id: string) => db.selectFrom('chairs').select('price').where('id', '=', id))
const listIds = values((db) => db.selectFrom('chairs').select('id').orderBy('id'))
const countSeats = count((db, owner: string) =>
  db
    .selectFrom('chairs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', owner),
)
const isTaken = exists((db, id: string) =>
  db.selectFrom('chairs').select('id').where('id', '=', id).where('owner', 'is not', null),
)
const raisePrices = changed((db, by: number) =>
  db.updateTable('chairs').set((row) => ({ price: row('price', '+', by) })),
)
const takeSeat = guarded((db, seat: { id: string }, owner: string) =>
  db.updateTable('chairs').set({ owner }).where('id', '=', seat.id).where('owner', 'is', null),
)
const renameSeat = tx.value((db, p: { id: string; name: string }) =>
  db.updateTable('chairs').set({ name: p.name }).where('id', '=', p.id).returning('name'),
)
const deleteSeat = tx.guarded((db, id: string) => db.deleteFrom('chairs').where('id', '=', id))

onEachEmptyEngine('the functions of a store', (place) => {
  let database: Database
  beforeAll(async () => {
    database = await place().open()
    await migrate(database, [createSeats], () => 0)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.write(async (transaction) => {
      for (const id of await listIds(transaction)) await deleteSeat(transaction, id)
    })
    await insertSeat(database, { id: 'a', name: 'front', owner: null, price: 10 })
    await insertSeat(database, { id: 'b', name: 'back', owner: null, price: 20 })
  })

  it('give the first row, all rows, or nothing', async () => {
    expect(await findSeat(database, 'a')).toEqual({ id: 'a', name: 'front', owner: null, price: 10 })
    expect(await findSeat(database, 'c')).toBeUndefined()
    expect(await listSeats(database, { from: 0 }, 1)).toEqual([{ id: 'a', price: 10 }])
    expect(await listSeats(database, { from: 15 }, 5)).toEqual([{ id: 'b', price: 20 }])
  })

  it('give the only column of a row', async () => {
    expect(await findPrice(database, 'a')).toBe(10)
    expect(await findPrice(database, 'c')).toBeUndefined()
    expect(await findOwner(database, 'a')).toBeUndefined()
    expect(await listIds(database)).toEqual(['a', 'b'])
    expect(await database.write((transaction) => renameSeat(transaction, { id: 'a', name: 'middle' }))).toBe(
      'middle',
    )
  })

  it('count rows, and tell whether there is one', async () => {
    expect(await countSeats(database, 'ann')).toBe(0)
    expect(await isTaken(database, 'a')).toBe(false)
    await takeSeat(database, { id: 'a' }, 'ann')
    expect(await countSeats(database, 'ann')).toBe(1)
    expect(await isTaken(database, 'a')).toBe(true)
  })

  it('give the number of changed rows', async () => {
    expect(await raisePrices(database, 5)).toBe(2)
    expect(await listSeats(database, { from: 16 }, 5)).toEqual([{ id: 'b', price: 25 }])
  })

  it('let one of ten callers at once win a guarded row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, n) => takeSeat(database, { id: 'a' }, `owner-${n}`)),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await findOwner(database, 'a')).toBe(`owner-${answers.indexOf(true)}`)
    expect(await takeSeat(database, { id: 'c' }, 'ann')).toBe(false)
  })

  it('insert a whole row, and nothing where one of its values is taken', async () => {
    const other = { id: 'b', name: 'side', owner: 'ann', price: 30 }
    expect(await insertNewSeat(database, other)).toBe(false)
    expect(await database.write((transaction) => insertAnySeat(transaction, other))).toBe(false)
    expect(await findSeat(database, 'b')).toMatchObject({ name: 'back', owner: null })
    expect(await insertNewSeat(database, { ...other, id: 'c' })).toBe(true)
    expect(await findSeat(database, 'c')).toEqual({ ...other, id: 'c' })
    await expect(insertSeat(database, other)).rejects.toThrow()
  })

  it('let one of ten callers at once insert a row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, n) =>
        insertNewSeat(database, { id: 'c', name: `name-${n}`, owner: null, price: 1 }),
      ),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('refuse to insert a row that lacks a column', async () => {
    const lacking = { id: 'c', name: 'side', owner: null } as unknown as Seat
    await expect(async () => insertSeat(database, lacking)).rejects.toThrow(
      'the statement has no value for price',
    )
    await expect(async () => insertNewSeat(database, lacking)).rejects.toThrow(
      'the statement has no value for price',
    )
    expect(await findSeat(database, 'c')).toBeUndefined()
  })

  it('refuse to run without a value for one of their arguments', async () => {
    const missing = undefined as unknown as string
    await expect(async () => findSeat(database, missing)).rejects.toThrow(
      'the statement has no value for argument 1',
    )
    await expect(async () => takeSeat(database, { id: missing }, 'ann')).rejects.toThrow(
      'the statement has no value for id',
    )
  })

  it('are one prepared statement each, whoever calls them', async () => {
    const names: (string | undefined)[] = []
    const first: Reader['first'] = (statement: Statement<never, never>, parameters) => {
      names.push(statement.name)
      return database.first(statement, parameters)
    }
    const recorded: Reader = { all: database.all.bind(database), first }
    await findSeat(recorded, 'a')
    await findSeat(recorded, 'b')
    await isTaken(recorded, 'a')
    expect(names[0]).toBe(names[1])
    expect(names[2]).not.toBe(names[0])
    expect(names).not.toContain(undefined)
  })
})

it('ask for a reader to read, for a writer to write, and for a transaction where the store says so', () => {
  expectTypeOf(findSeat).parameter(0).toEqualTypeOf<Reader>()
  expectTypeOf(countSeats).parameter(0).toEqualTypeOf<Reader>()
  expectTypeOf(takeSeat).parameter(0).toEqualTypeOf<Writer>()
  expectTypeOf(renameSeat).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(deleteSeat).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(insertNewSeat).parameters.toEqualTypeOf<[Writer, Seat]>()
  expectTypeOf(insertAnySeat).parameters.toEqualTypeOf<[Transaction, Seat]>()
  expectTypeOf(findSeat).returns.resolves.toEqualTypeOf<Seat | undefined>()
  expectTypeOf(findOwner).returns.resolves.toEqualTypeOf<string | undefined>()
  expectTypeOf(takeSeat).parameters.toEqualTypeOf<[Writer, { id: string }, string]>()

  const returning = many((db) => db.deleteFrom('chairs').returning('id'))
  expectTypeOf(returning).parameter(0).toEqualTypeOf<Writer>()
  // @ts-expect-error: a select changes no row.
  guarded((db) => db.selectFrom('chairs').select('id'))
})
