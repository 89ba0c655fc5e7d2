import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import type { Database, Reader } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { sweepChanges } from '../../../src/platform/changes/changes.ts'
import { createChangeFeed } from '../../../src/platform/changes/feed.ts'
import { changesMigration } from '../../../src/platform/changes/migrations/0001-changes.ts'
import { deleteOldChanges, insertChange, listChangesAfter } from '../../../src/platform/changes/store.ts'
import { ChangeTail } from '../../../src/platform/changes/tail.ts'
import { createPlace, onEachEngine, type Place } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { createTestContext } from './context.ts'

function add(db: Database, key: string, at = 0): Promise<number> {
  return db.write((tx) => insertChange(tx, { at, topic: 'keys', key }))
}

/** A transaction that has its number and does not commit before it is told to. */
function holdChange(db: Database, key: string) {
  const { promise: released, resolve: release } = createGate<void>()
  const { promise: numbered, resolve: tellNumber } = createGate<number>()
  const committed = db.write(async (tx) => {
    tellNumber(await insertChange(tx, { at: 0, topic: 'keys', key }))
    await released
  })
  return {
    numbered,
    async commit() {
      release()
      await committed
    },
  }
}

function createGate<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function keysOf(tail: ChangeTail): Promise<string[]> {
  return (await tail.read()).changes.map((change) => change.key)
}

describe('the tail of the changes on postgres', () => {
  let place: Place
  let db: Database
  beforeAll(async () => {
    place = await createPlace('postgres')
    db = await place.open()
    await migrate(db, [changesMigration], () => 0)
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  it('reads a lower number that commits after a higher one', async () => {
    const tail = new ChangeTail(db, createManualClock())
    await tail.skip()
    const slow = holdChange(db, 'slow')
    const low = await slow.numbered
    const high = await add(db, 'quick')
    expect(low).toBeLessThan(high)
    expect(await keysOf(tail)).toEqual(['quick'])
    expect(await keysOf(tail)).toEqual([])
    await slow.commit()
    expect(await keysOf(tail)).toEqual(['slow'])
    expect(await keysOf(tail)).toEqual([])
    // The control: reading on from the highest number misses it.
    expect(await listChangesAfter(db, high, 10)).toEqual([])
  })

  it('reads what was under way when it started', async () => {
    const slow = holdChange(db, 'under way')
    await slow.numbered
    await add(db, 'there already')
    const tail = new ChangeTail(db, createManualClock())
    await tail.skip()
    expect(await keysOf(tail)).toEqual([])
    await slow.commit()
    expect(await keysOf(tail)).toEqual(['under way'])
  })

  it('tells a feed of a late commit', async () => {
    const feed = createChangeFeed(createTestContext(db))
    await feed.start()
    const heard: string[] = []
    const hears = (key: string) =>
      new Promise<void>((resolve) => {
        feed.on('keys', (told) => {
          heard.push(told)
          if (told === key) resolve()
        })
      })
    const slow = holdChange(db, 'slow')
    await slow.numbered
    const quickHeard = hears('quick')
    await add(db, 'quick')
    db.announce()
    await quickHeard
    const slowHeard = hears('slow')
    await slow.commit()
    db.announce()
    await slowHeard
    await feed.stop()
    expect(heard[0]).toBe('quick')
    expect(heard.at(-1)).toBe('slow')
  })

  it('gives a number up once no transaction can hold it', async () => {
    const clock = createManualClock()
    const tail = new ChangeTail(db, clock)
    await tail.skip()
    const slow = holdChange(db, 'too slow')
    await slow.numbered
    await add(db, 'quick')
    await tail.read()
    clock.advance(60_001)
    await tail.read()
    await slow.commit()
    expect(await keysOf(tail)).toEqual([])
  })
})

onEachEngine('the tail of the changes', (place) => {
  let db: Database
  beforeAll(async () => {
    db = await place().open()
  })
  afterAll(() => db.close())

  let tail: ChangeTail
  beforeEach(async () => {
    await add(db, 'before')
    tail = new ChangeTail(db, createManualClock())
    await tail.skip()
  })

  it('loses nothing when a question fails', async () => {
    const failing = failAt(db, 2)
    const careful = new ChangeTail(failing, createManualClock())
    await careful.skip()
    await add(db, 'a')
    await expect(careful.read()).rejects.toThrow('gone')
    expect(await keysOf(careful)).toEqual(['a'])
  })

  it('sweeps what is older than ten minutes, except the newest row', async () => {
    const now = systemClock.now()
    await removeAll(db)
    const before = await listChangesAfter(db, 0, 100)
    await add(db, 'old', now - 601_000)
    await add(db, 'young', now - 590_000)
    expect(await sweepChanges(db)).toBe(before.length + 1)
    await add(db, 'old but newest', now - 700_000)
    expect(await sweepChanges(db)).toBe(0)
    const left = (await listChangesAfter(db, 0, 100)).map((change) => change.key)
    expect(left).toEqual(['young', 'old but newest'])
  })

  it('sweeps what a clock that was wrong has dated far ahead', async () => {
    const now = systemClock.now()
    await removeAll(db)
    await add(db, 'ahead', now + 86_400_000)
    await add(db, 'right', now)
    await sweepChanges(db)
    expect((await listChangesAfter(db, 0, 100)).map((change) => change.key)).toEqual(['right'])
  })

  it('says that it missed something when unread rows were swept, and never when all was read', async () => {
    await removeAll(db)
    await tail.skip()
    await add(db, 'a')
    expect(await tail.read()).toMatchObject({ missed: false })
    await sweepChanges(db)
    await add(db, 'b')
    expect(await tail.read()).toMatchObject({ missed: false })
    await add(db, 'swept unread')
    await add(db, 'c', systemClock.now())
    await sweepChanges(db)
    const { changes, missed } = await tail.read()
    expect(changes.map((change) => change.key)).toEqual(['c'])
    expect(missed).toBe(true)
  })

  it('passes the missed rows on to the listeners of the feed', async () => {
    await removeAll(db)
    const feed = createChangeFeed(createTestContext(db))
    await feed.start()
    await feed.stop()
    const missed = new Promise<void>((resolve) => feed.onMissed(resolve))
    await feed.start()
    await db.write(async (tx) => {
      await insertChange(tx, { at: 0, topic: 'keys', key: 'swept unread' })
      await insertChange(tx, { at: systemClock.now(), topic: 'keys', key: 'left' })
      await sweepChanges(tx)
    })
    db.announce()
    await missed
    await feed.stop()
  })
})

/** Sweeps all but the newest row, whatever their age. */
async function removeAll(db: Database): Promise<void> {
  const soon = 60_000
  await deleteOldChanges(db, { now: systemClock.now(), keptMs: -soon })
}

/** The n-th question finds the database gone. */
function failAt(db: Reader, nth: number): Reader {
  let asked = 0
  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    ++asked === nth ? Promise.reject(new Error('gone')) : work()
  return {
    all: (statement, parameters) => ask(() => db.all(statement, parameters)),
    first: (statement, parameters) => ask(() => db.first(statement, parameters)),
  }
}
