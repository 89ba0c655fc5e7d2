import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { openSnapshot } from '../../../src/kernel/database/maintenance/snapshot.ts'
import { openPostgres } from '../../../src/kernel/database/postgres/postgres.ts'
import {
  builderOf,
  type Statement,
  statementOnce,
  statementsOf,
} from '../../../src/kernel/database/statement.ts'
import { onEachEmptyEngine } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'

type Tables = {
  rooms: { id: string; name: string }
  seats: { id: string; room_id: string }
}

const createTables: Migration = {
  name: 'test/0001-rooms',
  statements: ({ createTable, schema }) => [
    createTable('rooms').addColumn('id', 'text', (column) => column.primaryKey()),
    schema.alterTable('rooms').addColumn('name', 'text'),
    createTable('seats')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('room_id', 'text', (column) => column.notNull()),
  ],
}

const statement = statementsOf<Tables>()
const addRoom = statement((db, p: { id: string }) =>
  db.insertInto('rooms').values({ id: p.id, name: 'hall' }).returningAll(),
)
const renameRoom = statement((db, p: { id: string }) =>
  db.updateTable('rooms').set({ name: 'hall' }).where('id', '=', p.id).returningAll(),
)
const removeRoom = statement((db, p: { id: string }) =>
  db.deleteFrom('rooms').where('id', '=', p.id).returningAll(),
)
const findRoom = statement((db, p: { id: string }) =>
  db.selectFrom('rooms').selectAll().where('id', '=', p.id),
)
const addSeat = statement((db, p: Tables['seats']) =>
  db.insertInto('seats').values({ id: p.id, room_id: p.room_id }),
)
/** A column behind the columns of an alias, as in a list with the name of what each row belongs to. */
const findSeat = statement((db, p: { id: string }) =>
  db
    .selectFrom('seats as seat')
    .innerJoin('rooms as room', 'room.id', 'seat.room_id')
    .selectAll('seat')
    .select('room.name as room_name')
    .where('seat.id', '=', p.id),
)
const findBoth = statement((db, p: { id: string }) =>
  db
    .selectFrom('seats as seat')
    .innerJoin('rooms as room', 'room.id', 'seat.room_id')
    .selectAll()
    .where('seat.id', '=', p.id),
)
const listOnce = statementOnce<Tables, Tables['rooms']>((db) =>
  db.selectFrom('rooms').selectAll().where('id', '=', 'room'),
)

/** As a statement would be without the names of its columns. */
function withStar<R>(
  text: string,
  { writes, name }: { writes: boolean; name: string },
): Statement<object, R> {
  return { name, compiled: () => ({ sql: text, writes, bind: () => [] }) }
}

function addColumn(database: Database, table: string, name: string): Promise<number> {
  const ddl = statementOnce(() =>
    builderOf(database.capabilities.engine).schema.alterTable(table).addColumn(name, 'text'),
  )
  return database.run(ddl, {})
}

onEachEmptyEngine('a column that another process adds', (place) => {
  let database: Database
  let newer: Database
  beforeAll(async () => {
    database = await place().open()
    newer = await place().open()
    await migrate(database, [createTables], () => 0)
    await database.run(addRoom, { id: 'room' })
    await database.run(addSeat, { id: 'seat', room_id: 'room' })
  })
  afterAll(async () => {
    await database.close()
    await newer.close()
  })

  const room = { id: 'room', name: 'hall' }
  const seat = { id: 'seat', room_id: 'room', room_name: 'hall' }

  async function askEverything(key: string): Promise<void> {
    expect(await database.all(findRoom, { id: 'room' })).toEqual([room])
    expect(await database.all(listOnce, {})).toEqual([room])
    expect(await database.all(findSeat, { id: 'seat' })).toEqual([seat])
    expect(await database.first(findBoth, { id: 'seat' })).toMatchObject({ room_id: 'room', name: 'hall' })
    expect(await database.all(renameRoom, { id: 'room' })).toEqual([room])
    await database.write(async (tx) => {
      expect(await tx.all(addRoom, { id: key })).toEqual([{ ...room, id: key }])
      expect(await tx.all(findRoom, { id: 'room' })).toEqual([room])
      expect(await tx.all(findSeat, { id: 'seat' })).toEqual([seat])
      expect(await tx.all(removeRoom, { id: key })).toEqual([{ ...room, id: key }])
    })
  }

  it('changes nothing about what prepared statements give, and neither does a table', async () => {
    await askEverything('before')
    await addColumn(newer, 'rooms', 'floor')
    await addColumn(newer, 'seats', 'row')
    await newer.run(
      statementOnce(() =>
        builderOf(newer.capabilities.engine).schema.createTable('doors').addColumn('id', 'text'),
      ),
      {},
    )
    for (const round of [1, 2, 3]) await askEverything(`after ${round}`)
  })
})

describe('a statement with a star (the control)', () => {
  it('takes the new column for the next one on SQLite', async () => {
    const place = await temporaryPlace('sqlite')
    const [database, newer] = [await place.open(), await place.open()]
    await migrate(database, [createTables], () => 0)
    await database.run(addRoom, { id: 'room' })
    await database.run(addSeat, { id: 'seat', room_id: 'room' })
    const { sql } = findSeat.compiled('sqlite')
    const star = sql.replace('"seat"."id", "seat"."room_id"', 'seat.*').replace('?', "'seat'")
    const ask = () => database.first(withStar(star, { writes: false, name: 'star' }), {})
    expect(star).toContain('seat.*')
    expect(await ask()).toEqual({ id: 'seat', room_id: 'room', room_name: 'hall' })
    await addColumn(newer, 'seats', 'row')
    expect(await ask()).toEqual({ id: 'seat', room_id: 'room', room_name: null })
    await database.close()
    await newer.close()
  })

  it('is refused for ever on a connection to PostgreSQL that has prepared it', async () => {
    const { client, end } = await connect()
    await client.query('create table things (id text)')
    const ask = () => client.query({ name: 'star', text: 'select * from things' })
    await ask()
    await client.query('alter table things add column extra text')
    for (const _attempt of [1, 2, 3])
      await expect(ask()).rejects.toMatchObject({ code: '0A000', routine: 'RevalidateCachedQuery' })
    await end()
  })
})

describe('a PostgreSQL whose result types change', () => {
  const CONNECTIONS = 10
  const read = withStar('select * from things', { writes: false, name: 'read' })
  const heavy = { ...read, name: 'heavy', lane: 'heavy' } as const
  const change = withStar('update things set id = id returning *', { writes: true, name: 'change' })

  it('is asked again on new connections: reads, single writes and whole transactions', async () => {
    const { client, url, end } = await connect()
    await client.query('create table things (id text)')
    await client.query(`insert into things values ('one')`)
    const database = await openPostgres({ url })
    const ways: (() => Promise<unknown[]>)[] = [
      () => database.all(read, {}),
      () => database.all(heavy, {}),
      () => database.all(change, {}),
      () =>
        database.write(async (tx) => [...(await tx.all(read, {})), ...(await tx.all(change, {}))].slice(1)),
    ]
    const askAll = () => Promise.all(Array.from({ length: 40 }, (_, n) => ways[n % ways.length]?.() ?? []))
    await prepareEverywhere(database)
    await askAll()
    await client.query(`alter table things add column extra text default 'new'`)
    for (const rows of await askAll()) expect(rows).toEqual([{ id: 'one', extra: 'new' }])
    await database.close()
    await end()
  })

  /** Every connection of the pool has prepared the statements: none of the transactions ends before the last began. */
  async function prepareEverywhere(database: Database): Promise<void> {
    let begun = 0
    let open: () => void = () => {}
    const allBegun = new Promise<void>((resolve) => {
      open = resolve
    })
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        database.write(async (tx) => {
          await tx.all(read, {})
          if (++begun === CONNECTIONS) open()
          await allBegun
        }),
      ),
    )
  }
})

async function connect() {
  const { databaseUrl } = await temporaryPlace('postgres')
  const url = databaseUrl ?? ''
  const client = new pg.Client(url)
  await client.connect()
  return { client, url, end: () => client.end() }
}

describe('a statement that asks for all columns', () => {
  it('is refused where no migration creates the table', () => {
    const unknown = statementsOf<{ nowhere: { id: string } }>()((db) => db.selectFrom('nowhere').selectAll())
    expect(() => unknown.compiled('sqlite')).toThrow('no migration creates the table nowhere')
    const derived = statement((db) =>
      db.selectFrom(db.selectFrom('rooms').select('id').as('inner')).selectAll(),
    )
    expect(() => derived.compiled('sqlite')).toThrow('name those of everything else')
  })

  it.each(['sqlite', 'postgres'] as const)('names what the migrations create on %s', async (engine) => {
    const place = await temporaryPlace(engine)
    const database = await place.open()
    await migrate(database, migrations, () => 0)
    await database.close()
    const address =
      engine === 'sqlite'
        ? { engine, path: `${place.dataFolder}/lanyard.sqlite` }
        : { engine, url: { reveal: () => place.databaseUrl ?? '' } as never }
    const snapshot = await openSnapshot(address)
    const tables = (await snapshot.listTables()).filter(({ name }) => !name.startsWith('lanyard_'))
    await snapshot.close()
    expect(tables.length).toBeGreaterThan(50)
    for (const { name, columns } of tables) {
      const all = statementOnce<Record<string, object>, object>((db) => db.selectFrom(name).selectAll())
      const named = columns.map((column) => `"${column}"`).join(', ')
      expect(all.compiled(engine).sql).toBe(`select ${named} from "${name}"`)
    }
  })
})
