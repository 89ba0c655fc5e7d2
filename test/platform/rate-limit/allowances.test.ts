import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { takeAllowance } from '../../../src/platform/rate-limit/allowances.ts'
import { sweepAllowances } from '../../../src/platform/rate-limit/store.ts'
import type { RateLimitTables } from '../../../src/platform/rate-limit/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock, createSeededRandom, type ManualClock } from '../../fakes.ts'

const statement = statementsOf<RateLimitTables>()
const allAllowances = statement((db) => db.selectFrom('allowances').selectAll())
const clear = statement((db) => db.deleteFrom('allowances'))
const setLog = statement((db, p: { log: string }) => db.updateTable('allowances').set({ log: p.log }))

const WINDOW = 600_000
const LIMIT = 5

onEachEngine('an allowance', (place) => {
  let db: Database
  let other: Database
  let clock: ManualClock

  beforeAll(async () => {
    db = await place().open()
    other = await place().open()
  })
  beforeEach(async () => {
    await db.run(clear, {})
    clock = createManualClock()
  })
  afterAll(async () => {
    await db.close()
    await other.close()
  })

  function take(given: { database?: Database; limit?: number; to?: string; bucket?: string } = {}) {
    const { database = db, limit = LIMIT, to = 'somebody', bucket = 'sends' } = given
    return takeAllowance(database, { bucket, subject: to, limit, windowMs: WINDOW, now: clock.now() })
  }

  it('is the limit, then says how long to wait', async () => {
    for (let n = 0; n < LIMIT; n++) {
      expect(await take()).toEqual({ allowed: true, retryAfterMs: 0 })
      clock.advance(1000)
    }
    expect(await take()).toEqual({ allowed: false, retryAfterMs: WINDOW - LIMIT * 1000 })
    clock.advance(WINDOW - LIMIT * 1000 - 1)
    expect(await take()).toEqual({ allowed: false, retryAfterMs: 1 })
    clock.advance(1)
    expect(await take()).toEqual({ allowed: true, retryAfterMs: 0 })
    expect(await take()).toEqual({ allowed: false, retryAfterMs: 1000 })
  })

  it('never exceeds the limit in any window, at random times', async () => {
    const random = createSeededRandom('windows')
    const allowed: number[] = []
    for (let n = 0; n < 300; n++) {
      clock.advance(random.bytes(2).readUInt16BE(0) * 3)
      if ((await take()).allowed) allowed.push(clock.now())
    }
    expect(allowed.length).toBeGreaterThan(40)
    const fullest = allowed.map((start) => allowed.filter((at) => at >= start && at < start + WINDOW).length)
    expect(Math.max(...fullest)).toBe(LIMIT)
  })

  it('lets fewer through in a shorter window, of the same takes', async () => {
    const burst = { limit: 2, windowMs: 1_000 }
    const takeBurst = () =>
      takeAllowance(db, {
        bucket: 'b',
        subject: 's',
        limit: LIMIT,
        windowMs: WINDOW,
        burst,
        now: clock.now(),
      })
    const start = clock.now()
    expect((await takeBurst()).allowed).toBe(true)
    clock.advance(100)
    expect((await takeBurst()).allowed).toBe(true)
    expect(await takeBurst()).toEqual({ allowed: false, retryAfterMs: 900 })
    clock.advance(900)
    expect((await takeBurst()).allowed).toBe(true)
    expect(await takeBurst()).toEqual({ allowed: false, retryAfterMs: 100 })
    clock.advance(1_000)
    expect((await takeBurst()).allowed).toBe(true)
    expect((await takeBurst()).allowed).toBe(true)
    // Both are used up: the longer wait counts.
    expect(await takeBurst()).toEqual({ allowed: false, retryAfterMs: start + WINDOW - clock.now() })
    clock.advance(1_000)
    expect(await takeBurst()).toEqual({ allowed: false, retryAfterMs: start + WINDOW - clock.now() })
    clock.set(start + WINDOW)
    expect((await takeBurst()).allowed).toBe(true)
    expect(await db.all(allAllowances, {})).toHaveLength(1)
  })

  it('never exceeds either limit in any of its windows, at random times', async () => {
    const random = createSeededRandom('bursts')
    const burst = { limit: 2, windowMs: 60_000 }
    const allowed: number[] = []
    for (let n = 0; n < 300; n++) {
      clock.advance(random.bytes(2).readUInt16BE(0))
      const limits = { limit: LIMIT, windowMs: WINDOW, burst }
      const { allowed: taken } = await takeAllowance(db, {
        bucket: 'b',
        subject: 's',
        ...limits,
        now: clock.now(),
      })
      if (taken) allowed.push(clock.now())
    }
    const fullest = (windowMs: number) =>
      Math.max(...allowed.map((from) => allowed.filter((at) => at >= from && at < from + windowMs).length))
    expect(fullest(burst.windowMs)).toBe(burst.limit)
    expect(fullest(WINDOW)).toBe(LIMIT)
  })

  it('belongs to one bucket and one subject', async () => {
    for (let n = 0; n < LIMIT; n++) await take()
    expect((await take()).allowed).toBe(false)
    expect((await take({ to: 'somebody else' })).allowed).toBe(true)
    expect((await take({ bucket: 'checks' })).allowed).toBe(true)
  })

  it('counts nothing that is rolled back', async () => {
    for (let n = 0; n < 10; n++) {
      const undone = db.write(async (tx) => {
        const request = {
          bucket: 'sends',
          subject: 'somebody',
          limit: LIMIT,
          windowMs: WINDOW,
          now: clock.now(),
        }
        expect((await takeAllowance(tx, request)).allowed).toBe(true)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    }
    expect((await take()).allowed).toBe(true)
  })

  it('follows a limit that is changed', async () => {
    for (let n = 0; n < 4; n++) {
      expect((await take({ limit: 4 })).allowed).toBe(true)
      clock.advance(1000)
    }
    expect((await take({ limit: 2 })).retryAfterMs).toBe(WINDOW - 2000)
    expect((await take({ limit: 6 })).allowed).toBe(true)
    expect((await take({ limit: 6 })).allowed).toBe(true)
    expect((await take({ limit: 6 })).allowed).toBe(false)
    clock.advance(WINDOW - 1000)
    expect((await take({ limit: 2 })).allowed).toBe(false)
    clock.advance(1000)
    expect((await take({ limit: 2 })).allowed).toBe(true)
    expect((await take({ limit: 2 })).allowed).toBe(true)
    expect((await take({ limit: 2 })).allowed).toBe(false)
  })

  it('is nothing with a limit of zero, and waits no longer than a window when the clock is set back', async () => {
    expect(await take({ limit: 0 })).toEqual({ allowed: false, retryAfterMs: WINDOW })
    const none = { limit: LIMIT, windowMs: WINDOW, burst: { limit: 0, windowMs: 1_000 } }
    const request = { bucket: 'sends', subject: 'somebody', ...none, now: clock.now() }
    expect(await takeAllowance(db, request)).toEqual({ allowed: false, retryAfterMs: WINDOW })
    for (let n = 0; n < LIMIT; n++) await take()
    clock.set(clock.now() - 3_600_000)
    expect(await take()).toEqual({ allowed: false, retryAfterMs: WINDOW })
  })

  it('is refused where the row would grow large', async () => {
    await expect(take({ limit: 1201 })).rejects.toThrow(RangeError)
  })

  it('is swept once no window reaches it', async () => {
    await take()
    clock.advance(WINDOW - 1)
    expect(await sweepAllowances(db, clock.now())).toBe(0)
    clock.advance(1)
    expect(await sweepAllowances(db, clock.now())).toBe(1)
  })

  it('is exactly the limit for a hundred at once, over two connections', async () => {
    for (let round = 0; round < 5; round++) {
      const takes = Array.from({ length: 100 }, (_, n) =>
        take({ database: n % 2 === 0 ? db : other, to: `round ${round}` }),
      )
      const results = await Promise.all(takes)
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(LIMIT)
    }
  })

  it('is exactly the limit for a hundred transactions at once', async () => {
    const request = { bucket: 'sends', subject: 'somebody', limit: LIMIT, windowMs: WINDOW, now: clock.now() }
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 === 0 ? db : other).write((tx) => takeAllowance(tx, request)),
      ),
    )
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(LIMIT)
  })

  it('is more than the limit when it is read first and written afterwards: the control', async () => {
    await take()
    await db.run(setLog, { log: '' })
    const everyone = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? db : other))
    const logs = await Promise.all(
      everyone.map(async (database) => (await database.all(allAllowances, {}))[0]?.log ?? ''),
    )
    const allowed = logs.filter((log) => log.length < LIMIT)
    await Promise.all(allowed.map((log, n) => everyone[n]?.run(setLog, { log: `${log}x` })))
    expect(allowed.length).toBeGreaterThan(LIMIT)
  })
})
