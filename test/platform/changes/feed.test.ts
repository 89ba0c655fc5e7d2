import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { recordChange } from '../../../src/platform/changes/changes.ts'
import { type ChangeFeed, createChangeFeed } from '../../../src/platform/changes/feed.ts'
import { insertChange, listNewestNumbers } from '../../../src/platform/changes/store.ts'
import { onEachEngine } from '../../engines.ts'
import { createTestContext } from './context.ts'

onEachEngine('the change feed', (place) => {
  let db: Database
  let other: Database
  const feeds: ChangeFeed[] = []

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
  })
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.stop()
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  async function startFeed(isAlone = false): Promise<ChangeFeed> {
    const feed = createChangeFeed(createTestContext(db), { isAlone })
    feeds.push(feed)
    await feed.start()
    return feed
  }

  /** What another process does: its own commit, and nothing that this process hears of directly. */
  async function changeElsewhere(topic: string, key: string): Promise<void> {
    await other.write((tx) => insertChange(tx, { at: 0, topic, key }))
    other.announce()
  }

  function nextOf(feed: ChangeFeed, topic: string): Promise<string> {
    return new Promise((resolve) => feed.on(topic, resolve))
  }

  it('tells a change of this process before the write is answered', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    await db.write(async (tx) => {
      await recordChange(tx, 'keys', 'a')
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['a'])
  })

  it('stores no row where no other process serves, and hears of commands all the same', async () => {
    const feed = await startFeed(true)
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    const newest = () => listNewestNumbers(db, 1)
    const before = await newest()
    await db.write((tx) => recordChange(tx, 'keys', 'a'))
    expect([heard, await newest()]).toEqual([['a'], before])
    const next = nextOf(feed, 'keys')
    await changeElsewhere('keys', 'b')
    expect(await next).toBe('b')
    await feed.stop()
    const rows = (await newest())[0] ?? 0
    await db.write((tx) => recordChange(tx, 'keys', 'c'))
    expect([heard, await newest()]).toEqual([['a', 'b'], [rows + 1]])
  })

  it('tells nothing of a transaction that is rolled back', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    const refused = db.write(async (tx) => {
      await recordChange(tx, 'keys', 'undone')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    const last = nextOf(feed, 'last')
    await changeElsewhere('last', 'x')
    await last
    expect(heard).toEqual([])
  })

  it('tells a change of another process, in order, and only under its topic', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    const last = nextOf(feed, 'last')
    for (const key of ['a', 'b', 'c']) await changeElsewhere('keys', key)
    await changeElsewhere('last', 'x')
    expect(await last).toBe('x')
    expect(heard).toEqual(['a', 'b', 'c'])
  })

  it('tells each change once, however it is heard of', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => db.write((tx) => recordChange(tx, 'keys', `own ${n}`))),
    )
    await changeElsewhere('keys', 'foreign')
    const last = nextOf(feed, 'last')
    await changeElsewhere('last', 'x')
    await last
    expect(heard).toHaveLength(51)
    expect(new Set(heard).size).toBe(51)
  })

  it('reads more than a page of changes', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', (key) => heard.push(key))
    const last = nextOf(feed, 'last')
    await other.write(async (tx) => {
      for (let n = 0; n < 1_200; n++) await insertChange(tx, { at: 0, topic: 'keys', key: `${n}` })
      await insertChange(tx, { at: 0, topic: 'last', key: 'x' })
    })
    other.announce()
    await last
    expect(heard).toHaveLength(1_200)
  })

  it('keeps a failing listener away from the write and from the other listeners', async () => {
    const feed = await startFeed()
    const heard: string[] = []
    feed.on('keys', () => {
      throw new Error('a broken listener')
    })
    feed.on('keys', (key) => heard.push(key))
    await db.write((tx) => recordChange(tx, 'keys', 'a'))
    expect(heard).toEqual(['a'])
  })

  it('tells nothing that was there before the start, nothing after the stop, and nothing to one who left', async () => {
    await changeElsewhere('keys', 'before')
    const feed = await startFeed()
    const heard: string[] = []
    const leave = feed.on('keys', (key) => heard.push(key))
    await db.write((tx) => recordChange(tx, 'keys', 'during'))
    leave()
    await db.write((tx) => recordChange(tx, 'keys', 'left'))
    feed.on('keys', (key) => heard.push(key))
    await feed.stop()
    await db.write((tx) => recordChange(tx, 'keys', 'after'))
    expect(heard).toEqual(['during'])
  })

  it('starts again where the table is then', async () => {
    const feed = await startFeed()
    await feed.stop()
    await changeElsewhere('keys', 'meanwhile')
    await feed.start()
    const next = nextOf(feed, 'keys')
    await changeElsewhere('keys', 'again')
    expect(await next).toBe('again')
  })
})
