import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/kernel/base/fault.ts'
import { GroupCommit } from '../../../src/kernel/database/group-commit.ts'
import { type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { openSqlite, type SqliteOptions } from '../../../src/kernel/database/sqlite/sqlite.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'

const createNotes: Migration = {
  name: 'test/0001-notes',
  statements: ({ createTable }) => [
    createTable('notes').addColumn('id', 'text', (column) => column.primaryKey()),
  ],
}
const statement = statementsOf<{ notes: { id: string } }>()
const addNote = statement((db, p: { id: string }) => db.insertInto('notes').values({ id: p.id }))
const listNotes = statement((db) => db.selectFrom('notes').select('id').orderBy('id'))

describe('group commit', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanyard-group-'))
    path = join(folder, 'notes.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function open(options: Partial<SqliteOptions> = {}) {
    const database = await openSqlite({ path, monotonic: () => performance.now(), ...options })
    await migrate(database, [createNotes], () => 0)
    return database
  }
  const ids = async (database: Awaited<ReturnType<typeof open>>) =>
    (await database.all(listNotes, {})).map((note) => note.id)

  it('commits the writes of one turn together', async () => {
    const batches: number[] = []
    const database = await open({ onBatch: (size) => batches.push(size) })
    batches.length = 0
    await Promise.all(Array.from({ length: 32 }, (_, n) => database.run(addNote, { id: `n${n}` })))
    expect(batches).toEqual([32])
    await database.close()
  })

  it('keeps the neighbours of a write that fails', async () => {
    const database = await open()
    await database.run(addNote, { id: 'taken' })
    const answers = await Promise.allSettled([
      database.run(addNote, { id: 'a' }),
      database.run(addNote, { id: 'taken' }),
      database.write(async (transaction) => {
        await transaction.run(addNote, { id: 'half' })
        await transaction.run(addNote, { id: 'taken' })
      }),
      database.write(async (transaction) => {
        await transaction.run(addNote, { id: 'b' })
      }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await ids(database)).toEqual(['a', 'b', 'taken'])
    await database.close()
  })

  it('runs the neighbours of a write that fails half-way again, and tells of each once', async () => {
    const database = await open()
    const runs = new Map<string, number>()
    const told: string[] = []
    const write = (id: string, fails = false) =>
      database.write(async (transaction) => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        await transaction.run(addNote, { id })
        transaction.afterCommit(() => told.push(id))
        if (fails) throw new Error(`no ${id}`)
      })
    const turn = (...writes: Promise<void>[]) =>
      Promise.allSettled(writes).then((ends) => ends.map(({ status }) => status))
    expect(await turn(write('a'), write('b', true), write('c'))).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(Object.fromEntries(runs)).toEqual({ a: 2, b: 1, c: 1 })
    // After that, failures are expected and undone by savepoints.
    expect(await turn(write('d'), write('e', true))).toEqual(['fulfilled', 'rejected'])
    expect(runs.get('d')).toBe(1)
    expect(await ids(database)).toEqual(['a', 'c', 'd'])
    expect(told).toEqual(['a', 'c', 'd'])
    await database.close()
  })

  it('tells the engine of a failure before the neighbours run again', async () => {
    const calls: string[] = []
    const note = (call: string) => () => void calls.push(call)
    const group = new GroupCommit(
      {
        begin: note('begin'),
        commit: note('commit'),
        rollback: note('rollback'),
        savepoint: note('savepoint'),
        release: note('release'),
        rollbackToSavepoint: note('rollback to'),
        isOpen: () => true,
        isBusy: () => false,
        explain: (error) => {
          calls.push('explain')
          return error
        },
      },
      { maxQueue: 10, maxBatch: 10, busyTimeoutMs: 0, monotonic: () => 0 },
    )
    const fails = () => {
      throw new Error('disk')
    }
    const ends = await Promise.allSettled([
      group.submit({ run: fails, hasWritten: () => true }),
      group.submit({ run: () => 1, hasWritten: () => true }),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(calls).toEqual(['begin', 'rollback', 'explain', 'begin', 'commit'])
  })

  it('runs nothing again for a write that fails before it changes anything', async () => {
    const database = await open()
    await database.run(addNote, { id: 'taken' })
    let runs = 0
    const answers = await Promise.allSettled([
      database.write(async (transaction) => {
        runs += 1
        await transaction.run(addNote, { id: 'a' })
      }),
      database.write(async (transaction) => transaction.run(addNote, { id: 'taken' })),
      database.write(async () => {
        throw new Error('refused')
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(runs).toBe(1)
    expect(await ids(database)).toEqual(['a', 'taken'])
    await database.close()
  })

  it('sheds writes past its queue and takes them again afterwards', async () => {
    const database = await open({ maxQueue: 5 })
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => database.run(addNote, { id: `n${n}` })),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Fault)
      expect(reason).toMatchObject({ kind: 'busy', headers: { 'retry-after': '1' } })
    }
    await database.run(addNote, { id: 'later' })
    expect(await ids(database)).toHaveLength(6)
    await database.close()
  })

  it('undoes a transaction that waits for something else than its statements', async () => {
    const database = await open()
    const idle = database.write(async (transaction) => {
      await transaction.run(addNote, { id: 'idle' })
      await new Promise((resolve) => setTimeout(resolve, 5))
      await transaction.run(addNote, { id: 'zombie' })
    })
    await expect(idle).rejects.toThrow('awaits nothing but its own statements')
    await database.run(addNote, { id: 'next' })
    expect(await ids(database)).toEqual(['next'])
    await database.close()
  })

  it('hides what is not committed from reads', async () => {
    const database = await open()
    let seen: string[] = ['not asked']
    await database.write(async (transaction) => {
      await transaction.run(addNote, { id: 'pending' })
      seen = await ids(database)
    })
    expect(seen).toEqual([])
    expect(await ids(database)).toEqual(['pending'])
    await database.close()
  })

  it('waits for another process that writes, without losing a write', async () => {
    const [one, two] = [await open(), await open()]
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        (n % 2 ? one : two).run(addNote, { id: `n${String(n).padStart(3, '0')}` }),
      ),
    )
    expect(await ids(one)).toHaveLength(200)
    await one.close()
    await two.close()
  })
})
