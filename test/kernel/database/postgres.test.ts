import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { MIGRATION_LOCK, openPostgres } from '../../../src/kernel/database/postgres/postgres.ts'
import type { Statement } from '../../../src/kernel/database/statement.ts'
import { layCable } from '../../faults/cable.ts'
import { temporaryPlace } from '../../place.ts'
import { PATIENCE } from '../../speed.ts'

type Lane = NonNullable<Statement<object, object>['lane']>

function raw(sql: string, lane: Lane = 'quick', writes = false): Statement<object, object> {
  return { name: undefined, lane, compiled: () => ({ sql, writes, bind: () => [] }) }
}

const one = raw('select 1 as one')
const heavyOne = raw('select 1 as one', 'heavy')

async function open(url: string): Promise<Database> {
  const database = await openPostgres({ url })
  onTestFinished(() => database.close())
  return database
}

async function connect(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...options })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A read that lasts until the test lets it end: it waits for a lock that the test has. */
const LONG = 'select pg_advisory_xact_lock_shared(1)'

async function start() {
  const { databaseUrl: url = '' } = await temporaryPlace('postgres')
  const holder = await connect(url)
  await holder.query('select pg_advisory_lock(1)')
  return { url, database: await open(url), letEnd: () => holder.query('select pg_advisory_unlock(1)') }
}

describe('a read on PostgreSQL that takes long', () => {
  it('holds up no look-up where it is declared heavy', async () => {
    const { database, letEnd } = await start()
    const ended: string[] = []
    const long = database.all(raw(LONG, 'heavy'), {}).then(() => ended.push('heavy'))
    for (let n = 0; n < 20; n++) {
      await database.first(one, {})
      await database.ping()
    }
    ended.push('look-ups')
    await letEnd()
    await long
    expect(ended).toEqual(['look-ups', 'heavy'])
  })

  it('holds up what is asked behind it on the same connection (the control)', async () => {
    const { url, letEnd } = await start()
    const client = await connect(url, { pipeline: true })
    const ended: string[] = []
    const asked = [
      client.query(LONG).then(() => ended.push('long')),
      client.query('select 1').then(() => ended.push('look-up')),
    ]
    const other = await connect(url)
    while (
      (await other.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount === 0
    );
    await letEnd()
    await Promise.all(asked)
    expect(ended).toEqual(['long', 'look-up'])
  })

  it('moves to the heavy lane where it was not declared, and is answered', async () => {
    const { database, letEnd } = await start()
    const ended: string[] = []
    const long = database.all(raw(LONG), {}).then(() => ended.push('long'))
    // Answered although the long read goes on: it has left the connection.
    await database.first(one, {})
    ended.push('look-up')
    await letEnd()
    await long
    expect(ended).toEqual(['look-up', 'long'])
  })

  it('waits behind other heavy reads, and writes do not', async () => {
    const { database, letEnd } = await start()
    const long = Array.from({ length: 4 }, () => database.all(raw(LONG, 'heavy'), {}))
    const ended: string[] = []
    const waiting = database.first(heavyOne, {}).then(() => ended.push('heavy'))
    await database.write((tx) => tx.first(heavyOne, {}))
    ended.push('write')
    await letEnd()
    await Promise.all([...long, waiting])
    expect(ended).toEqual(['write', 'heavy'])
  })
})

describe('a look-up in a table of a few rows on PostgreSQL', () => {
  const plan = (lane?: Lane) => raw('explain select taken from counters where id = 3', lane)

  async function startWithCounters() {
    const { url, database } = await start()
    const client = await connect(url)
    await client.query('create table counters (id integer primary key, taken integer not null)')
    await client.query('insert into counters select n, 0 from generate_series(1, 6) as n')
    await client.query('analyze counters')
    return database
  }

  it('uses the index, so that old versions of the rows are not read', async () => {
    const database = await startWithCounters()
    const plans = [
      await database.all(plan(), {}),
      await database.write((tx) => tx.all(plan(), {})),
      await database.write((tx) => tx.all(raw('explain update counters set taken = 1 where id = 3'), {})),
    ]
    for (const rows of plans) {
      expect(JSON.stringify(rows)).toContain('Index Scan')
      expect(JSON.stringify(rows)).not.toContain('Seq Scan')
    }
  })

  it('reads the whole table by default (the control)', async () => {
    const database = await startWithCounters()
    expect(JSON.stringify(await database.all(plan('heavy'), {}))).toContain('Seq Scan')
  })
})

describe('a table that grows on PostgreSQL', () => {
  const ADD = 'insert into people select n from generate_series(1, 10) as n'

  async function startWithPeople() {
    const { url, database } = await start()
    const client = await connect(url)
    await client.query('create table people (id integer) with (autovacuum_enabled = false)')
    const known = async () => {
      const { rows } = await client.query(`select reltuples from pg_class where relname = 'people'`)
      return Number(rows[0].reltuples)
    }
    return { database, known }
  }

  it.each([
    ['transactions', (database: Database) => database.write((tx) => tx.run(raw(ADD, 'quick', true), {}))],
    ['single statements', (database: Database) => database.run(raw(ADD, 'quick', true), {})],
  ])('by %s is analyzed again and again, so that statements are planned for its size', async (_, add) => {
    const { database, known } = await startWithPeople()
    const grow = async () => {
      for (let times = 0; times < 5; times += 1) await add(database)
      return known()
    }
    await vi.waitFor(async () => expect(await grow()).toBeGreaterThan(200), PATIENCE)
    const first = await known()
    await vi.waitFor(async () => expect(await grow()).toBeGreaterThan(4 * first + 200), PATIENCE)
  })
})

describe('a connection to PostgreSQL', () => {
  it('that dies silently is replaced, and the reads that waited on it are answered', async () => {
    const { databaseUrl = '' } = await temporaryPlace('postgres')
    const cable = await layCable(databaseUrl)
    onTestFinished(() => cable.remove())
    const database = await open(cable.url)
    await database.first(one, {})
    cable.block()
    const reads = Array.from({ length: 10 }, () => database.first(one, {}))
    for (const row of await Promise.all(reads)) expect(row).toEqual({ one: 1 })
  })

  const ways: Record<string, (database: Database) => Promise<unknown>> = {
    'a quick read': (database) => database.first(one, {}),
    'a heavy read': (database) => database.first(heavyOne, {}),
    'a single write': (database) => database.run(raw('select 1', 'quick', true), {}),
    'a transaction': (database) => database.write((tx) => tx.first(one, {})),
    'a migration': (database) => database.exclusively((tx) => tx.first(one, {})),
    'a ping': (database) => database.ping(),
  }

  it.each([
    ['55000', (name: string) => `alter database ${name} allow_connections false`],
    ['3D000', (name: string) => `alter database ${name} rename to ${name}_away`],
    ['28000', () => 'alter role lanyard_test nologin'],
    ['53300', () => 'alter role lanyard_test connection limit 0'],
    ['42501', (name: string) => `revoke connect on database ${name} from public`],
  ])('that is refused with %s puts requests off', async (code, refuse) => {
    const { databaseUrl = '' } = await temporaryPlace('postgres')
    const url = new URL(databaseUrl)
    const name = url.pathname.slice(1)
    const admin = await connect(Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href)
    await admin.query('drop role if exists lanyard_test')
    await admin.query('create role lanyard_test login')
    onTestFinished(async () => {
      await admin.query(`alter database ${name}_away rename to ${name}`).catch(() => {})
      await admin.query('drop role if exists lanyard_test')
    })
    url.username = 'lanyard_test'
    const database = await open(url.href)
    await database.first(one, {})
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'lanyard_test'`,
    )
    await admin.query(refuse(name))
    for (const [way, ask] of Object.entries(ways))
      await expect(ask(database), way).rejects.toMatchObject({ kind: 'busy', cause: { code } })
  })
})

describe('a transaction on PostgreSQL', () => {
  it('is repeated for the reason of its first failure, though a later statement reports its own first', async () => {
    const { databaseUrl: url = '' } = await temporaryPlace('postgres')
    const database = await open(url)
    let attempts = 0
    const deadlock = raw(
      `do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`,
      'quick',
      true,
    )
    const answer = await database.write(async (tx) => {
      attempts += 1
      if (attempts > 1) return tx.first(one, {})
      const [failed, behind] = [tx.run(deadlock, {}), tx.first(one, {})]
      failed.catch(() => {})
      return behind
    })
    expect([attempts, answer]).toEqual([2, { one: 1 }])
  })

  it('stores nothing that is still sent after its work has failed', async () => {
    const { databaseUrl: url = '' } = await temporaryPlace('postgres')
    const client = await connect(url)
    await client.query('create table notes (id text)')
    const database = await open(url)
    const add = raw(`insert into notes values ('late')`, 'quick', true)
    let sent = 0
    let loop: Promise<void> | undefined
    const failed = database.write(async (tx) => {
      const add12 = async () => {
        for (; sent < 12; sent++) await tx.run(add, {})
      }
      loop = add12()
      loop.catch(() => {})
      await tx.first(one, {})
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow('refused')
    await expect(loop).rejects.toThrow('the transaction is over')
    expect([sent < 12, (await client.query('select from notes')).rowCount]).toEqual([true, 0])
  })

  it('fails where it goes on after a failed statement: PostgreSQL does not commit it', async () => {
    const { databaseUrl = '' } = await temporaryPlace('postgres')
    const client = await connect(databaseUrl)
    await client.query('create table notes (id text primary key)')
    const database = await open(databaseUrl)
    const add = raw(`insert into notes values ('once')`, 'quick', true)
    let effects = 0
    const careless = database.write(async (tx) => {
      tx.afterCommit(() => effects++)
      await tx.run(add, {})
      await tx.run(add, {}).catch(() => 'swallowed')
    })
    await expect(careless).rejects.toThrow('duplicate key value')
    expect(effects).toBe(0)
    expect((await client.query('select from notes')).rowCount).toBe(0)
    await database.run(add, {})
    expect((await client.query('select from notes')).rowCount).toBe(1)
  })
})

it('puts off a transaction whose beginning is refused, instead of failing by its first statement', async () => {
  const { databaseUrl: url = '' } = await temporaryPlace('postgres')
  const database = await open(url)
  const holder = await connect(url)
  await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  const refused = expect(database.exclusively((tx) => tx.first(one, {}))).rejects.toMatchObject({
    kind: 'busy',
  })
  const cancel = `select pg_cancel_backend(pid) from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await holder.query(cancel)).rowCount).toBe(1)
  await refused
})
