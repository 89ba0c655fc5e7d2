import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTurns } from '../../../src/kernel/async/turns.ts'
import { Fault } from '../../../src/kernel/base/fault.ts'
import type { Database, Transaction } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { createSharedWrites, needOrder } from '../../../src/kernel/database/shared-writes.ts'
import { storeOf } from '../../../src/kernel/database/store.ts'
import { createPlace, type Place } from '../../engines.ts'

type Tables = {
  counters: { id: string; taken: number; capacity: number }
  names: { name: string }
}

const createTables: Migration = {
  name: 'test/0001-counters',
  statements: ({ createTable, types }) => [
    createTable('counters')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('taken', types.integer, (column) => column.notNull())
      .addColumn('capacity', types.integer, (column) => column.notNull()),
    createTable('names').addColumn('name', 'text', (column) => column.primaryKey()),
  ],
}

const { one, run, guarded, values, tx } = storeOf<Tables>()
const addCounter = run((db, id: string, capacity: number) =>
  db.insertInto('counters').values({ id, capacity, taken: 0 }),
)
const hold = tx.one((db, id: string) =>
  db
    .updateTable('counters')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returning('id'),
)
const take = guarded((db, id: string) =>
  db
    .updateTable('counters')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', id)
    .whereRef('taken', '<', 'capacity'),
)
const giveBack = run((db, id: string) =>
  db
    .updateTable('counters')
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('id', '=', id),
)
const findCounter = one((db, id: string) => db.selectFrom('counters').selectAll().where('id', '=', id))
const addName = guarded((db, name: string) =>
  db
    .insertInto('names')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing()),
)
const listNames = values((db, prefix: string) =>
  db.selectFrom('names').select('name').where('name', 'like', prefix).orderBy('name'),
)

class Full extends Error {}

// SQLite's writes share their commits in another way: see `GroupCommit`.
describe('writes that share a transaction on postgres', () => {
  let place: Place
  let database: Database
  let other: Database
  beforeAll(async () => {
    place = await createPlace('postgres')
    database = await place.open()
    other = await place.open()
    await migrate(database, [createTables], () => 0)
  })
  afterAll(async () => {
    await database.close()
    await other.close()
    await place.remove()
  })

  const lockCounter = (tx: Transaction, key: string): Promise<unknown> => hold(tx, key)

  type Options = Partial<Parameters<typeof createSharedWrites>[0]>

  /** Tells how many works each committed transaction had. */
  function sharing({ database: own = database, ...options }: Options = {}) {
    const groups: number[] = []
    let works = 0
    const counting: Pick<Database, 'write'> = {
      write: async (work) => {
        const value = await own.write((tx) => {
          works = 0
          return work(tx)
        })
        groups.push(works)
        return value
      },
    }
    const turns = createTurns({ atOnce: 1, maxWaitMs: 60_000 })
    const shared = createSharedWrites({ database: counting, turns, lock: lockCounter, ...options })
    const write = <T>(key: string, work: (tx: Transaction) => Promise<T>) =>
      shared.write(key, (tx) => {
        works += 1
        return work(tx)
      })
    return { write, groups }
  }

  const times = <T>(count: number, each: (n: number) => Promise<T>): Promise<T>[] =>
    Array.from({ length: count }, (_none, n) => each(n))

  it('sells exactly the capacity to 200 at once in two processes, and undoes each refused sale', async () => {
    await addCounter(database, 'race', 70)
    const processes = [sharing(), sharing({ database: other })]
    const answers = await Promise.allSettled(
      times(200, (n) =>
        (processes[n % 2] as (typeof processes)[number]).write('race', async (tx) => {
          await addName(tx, `race-${n}`)
          if (!(await take(tx, 'race'))) throw new Full()
          return n
        }),
      ),
    )
    const sold = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(sold).toHaveLength(70)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(Full)
    expect((await findCounter(database, 'race'))?.taken).toBe(70)
    expect((await listNames(database, 'race-%')).sort()).toEqual(sold.map((n) => `race-${n}`).sort())
    // Some shared a transaction. Most are refused, and then run alone.
    expect(Math.max(...processes.flatMap(({ groups }) => groups))).toBeGreaterThan(1)
  })

  it('takes along who waits, and commits once for all', async () => {
    await addCounter(database, 'many', 100)
    const { write, groups } = sharing()
    const effects: number[] = []
    const sold = await Promise.all(
      times(70, (n) =>
        write('many', async (tx) => {
          tx.afterCommit(() => effects.push(n))
          expect(await take(tx, 'many')).toBe(true)
          return n
        }),
      ),
    )
    expect(sold).toEqual(Array.from({ length: 70 }, (_none, n) => n))
    expect(effects.sort((a, b) => a - b)).toEqual(sold)
    expect(groups).toEqual([32, 32, 6])
  })

  it('shares less after a failure, and more again after each success', async () => {
    await addCounter(database, 'pace', 1_000)
    const { write, groups } = sharing()
    const works = times(40, (n) =>
      write('pace', async (tx) => {
        await take(tx, 'pace')
        if (n === 3) throw new Full()
      }),
    )
    const answers = await Promise.allSettled(works)
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(answers.map((_answer, n) => n !== 3))
    expect(groups).toEqual([...Array.from({ length: 31 }, () => 1), 1, 2, 4, 1])
    expect((await findCounter(database, 'pace'))?.taken).toBe(39)
  })

  /** Everyone wants a seat and lunch. There is one seat, and no lunch for those who come first. */
  async function sellSeat(name: string, order: (tx: Transaction) => void): Promise<boolean[]> {
    await addCounter(database, name, 1)
    await addCounter(database, `${name}-lunch`, 0)
    await addCounter(database, `${name}-none`, 1_000)
    const { write } = sharing()
    const buy = (lunch: string) =>
      write(name, async (tx) => {
        if (!(await take(tx, name))) {
          order(tx)
          return false
        }
        if (await take(tx, lunch)) return true
        order(tx)
        await giveBack(tx, name)
        return false
      })
    return Promise.all([...times(5, () => buy(`${name}-lunch`)), buy(`${name}-none`)])
  }

  it('run one after the other where one of them gives back what it took', async () => {
    expect(await sellSeat('ordered', needOrder)).toEqual([false, false, false, false, false, true])
  })

  it('see what another only tries where they do not ask for it (the control of the test above)', async () => {
    expect(await sellSeat('mixed', () => {})).toEqual([false, false, false, false, false, false])
  })

  it('share a transaction in order as long as they need to, and then at once again', async () => {
    await addCounter(database, 'order', 1_000)
    const { write, groups } = sharing()
    const running: number[] = []
    let inOrder = true
    const buy = (needs: boolean) =>
      write('order', async (tx) => {
        if (needs) needOrder(tx)
        running.push(1)
        await take(tx, 'order')
        inOrder &&= running.length === 1
        running.pop()
      })
    await Promise.all(times(20, (n) => buy(n === 18)))
    expect(groups).toEqual([8, 8, 4])
    inOrder = true
    await Promise.all(times(6, () => buy(false)))
    expect({ groups, inOrder }).toEqual({ groups: [8, 8, 4, 6], inOrder: true })
    await Promise.all(times(20, () => buy(false)))
    expect({ groups, inOrder }).toEqual({ groups: [8, 8, 4, 6, 20], inOrder: false })
  })

  it.each([
    { always: true, expected: { groups: [8, 8, 4, 8, 8, 4], mostAtOnce: 1 } },
    { always: false, expected: { groups: [20, 20], mostAtOnce: 20 } },
  ])('run in order if they always have to: $always', async ({ always, expected }) => {
    await addCounter(database, `always-${always}`, 1_000)
    const { write, groups } = sharing({ inOrder: always })
    let [running, mostAtOnce] = [0, 0]
    const buy = () =>
      write(`always-${always}`, async (tx) => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        await take(tx, `always-${always}`)
        running -= 1
      })
    await Promise.all(times(20, buy))
    await Promise.all(times(20, buy))
    expect({ groups, mostAtOnce }).toEqual(expected)
  })

  it('fail together where the database is away, and do not run again', async () => {
    const away = new Fault('busy', { detail: 'the database cannot be reached now' })
    let runs = 0
    const { write } = sharing({
      database: {
        write: async (work) => {
          await database.write(work)
          throw away
        },
      },
    })
    await addCounter(database, 'away', 10)
    const answers = await Promise.allSettled(
      times(5, () =>
        write('away', async () => {
          runs += 1
        }),
      ),
    )
    expect(answers).toEqual(answers.map(() => ({ status: 'rejected', reason: away })))
    expect(runs).toBe(5)
  })

  it('stop running alone where the database is away', async () => {
    await addCounter(database, 'gone', 10)
    const away = new Fault('busy', { detail: 'the database cannot be reached now' })
    let runs = 0
    let isAway = false
    const { write } = sharing({
      database: { write: async (work) => (isAway ? Promise.reject(away) : database.write(work)) },
    })
    const answers = await Promise.allSettled(
      times(5, (n) =>
        write('gone', async (tx) => {
          runs += 1
          if (n === 4) throw new Full()
          if (runs === 7) isAway = true
          return take(tx, 'gone')
        }),
      ),
    )
    // All of them at once, then the first two alone.
    expect(runs).toBe(7)
    const taken = { status: 'fulfilled', value: true }
    const refused = { status: 'rejected', reason: away }
    expect(answers).toEqual([taken, taken, refused, refused, refused])
    expect((await findCounter(database, 'gone'))?.taken).toBe(2)
  })

  it('do not fail together where only one of them says that it is busy', async () => {
    const busy = new Fault('busy', { detail: 'the first request with this key is under way' })
    await addCounter(database, 'busy', 10)
    const { write } = sharing()
    const answers = await Promise.allSettled(
      times(5, (n) =>
        write('busy', async (tx) => {
          if (n === 2) throw busy
          return take(tx, 'busy')
        }),
      ),
    )
    const taken = { status: 'fulfilled', value: true }
    expect(answers).toEqual([taken, taken, { status: 'rejected', reason: busy }, taken, taken])
  })

  it('are refused if their turn does not come, and do not run later', async () => {
    await addCounter(database, 'late', 10)
    const turns = createTurns({ atOnce: 1, maxWaitMs: 30 })
    const { write, groups } = sharing({ turns })
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = turns.run('late', () => ended)
    await expect(write('late', (tx) => take(tx, 'late'))).rejects.toMatchObject({ kind: 'busy' })
    end()
    await first
    expect(await write('late', (tx) => take(tx, 'late'))).toBe(true)
    expect(groups).toEqual([1])
    expect((await findCounter(database, 'late'))?.taken).toBe(1)
  })

  /** Two processes write the same two names, each in its own order. Returns how often a work ran. */
  async function crossNames(name: string, lock: typeof lockCounter): Promise<number> {
    await addCounter(database, name, 10)
    let runs = 0
    let written = 0
    const processes = [sharing({ lock }), sharing({ database: other, lock })]
    await Promise.all(
      processes.flatMap(({ write }, at) =>
        ['a', 'b'].map((_same, n) =>
          write(name, async (tx) => {
            runs += 1
            // The second waits until both processes have written their first name, if that can be.
            if (n === 1) for (let waited = 0; written < 2 && waited < 20; waited++) await delay(20)
            await addName(tx, `${name}-${at === n ? 'x' : 'y'}`)
            written += 1
          }),
        ),
      ),
    )
    return runs
  }

  it('never wait for each other in two processes', async () => {
    expect(await crossNames('cross', lockCounter)).toBe(4)
  })

  it('do without a lock that comes first (the control of the test above)', async () => {
    expect(await crossNames('deadlock', async () => {})).toBeGreaterThan(4)
  })
})
