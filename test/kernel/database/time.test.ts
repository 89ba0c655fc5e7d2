import { expect, it } from 'vitest'
import type { Clock } from '../../../src/kernel/base/clock.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openClock } from '../../../src/kernel/database/time.ts'
import { onEachEmptyEngine, type Place } from '../../engines.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'

const FIVE_MINUTES_MS = 5 * 60_000

/** A host whose two clocks the test moves, and a log that is kept. */
function createHost(epochMs?: number): {
  host: ManualClock
  lines: string[]
  log: ReturnType<typeof createLogger>
} {
  const host = createManualClock(epochMs)
  const lines: string[] = []
  return {
    host,
    lines,
    log: createLogger({ level: 'debug', write: (line) => lines.push(line), clock: host }),
  }
}

onEachEmptyEngine('the clock of a process', (place) => {
  const opened = async (from: Place): Promise<Database> => from.open()

  it('is that of the database, where hosts may differ', async () => {
    const db = await opened(place())
    try {
      const { log } = createHost()
      const offset = (ms: number): Clock => ({
        now: () => Date.now() + ms,
        monotonic: () => performance.now(),
      })
      const clocks = await Promise.all(
        [-FIVE_MINUTES_MS, 0, FIVE_MINUTES_MS].map((ms) => openClock(db, offset(ms), log)),
      )
      const times = clocks.map((clock) => clock.now())
      expect(times.every(Number.isInteger)).toBe(true)
      const apart = Math.max(...times) - Math.min(...times)
      if (place().engine === 'postgres') expect(apart).toBeLessThan(FIVE_MINUTES_MS / 10)
      else expect(apart).toBeGreaterThanOrEqual(2 * FIVE_MINUTES_MS)
    } finally {
      await db.close()
    }
  })
})

/** A database whose time and delays the test sets. */
function createTimed(host: ManualClock) {
  const timed = {
    now: Date.UTC(2030, 0, 1),
    delayMs: 0,
    fails: false,
    asked: 0,
    database: {
      capabilities: { time: {} },
      async first() {
        timed.asked += 1
        if (timed.fails) throw new Error('away')
        host.advance(timed.delayMs / 2)
        timed.now += timed.delayMs / 2
        const row = { now: timed.now }
        host.advance(timed.delayMs / 2)
        timed.now += timed.delayMs / 2
        return row
      },
    } as unknown as Database,
    pass(ms: number) {
      host.advance(ms)
      timed.now += ms
    },
  }
  return timed
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('takes half of the way to the database off', async () => {
  const { host, log } = createHost()
  const timed = createTimed(host)
  timed.delayMs = 400
  const clock = await openClock(timed.database, host, log)
  expect(clock.now()).toBe(timed.now)
})

it('counts by the monotonic clock in between, whatever the wall clock of the host does', async () => {
  const { host, log } = createHost()
  const timed = createTimed(host)
  const clock = await openClock(timed.database, host, log)
  timed.pass(1_234)
  expect(clock.now()).toBe(timed.now)
  host.set(0)
  expect(clock.now()).toBe(timed.now)
  await settle()
  timed.pass(500)
  expect(clock.now()).toBe(timed.now)
})

it('is measured again after a while and after a step of the host, and follows the database', async () => {
  const { host, log } = createHost()
  const timed = createTimed(host)
  const clock = await openClock(timed.database, host, log)
  clock.now()
  await settle()
  expect(timed.asked).toBe(1)
  timed.pass(6_000)
  timed.now += 10_000
  clock.now()
  await settle()
  expect(timed.asked).toBe(2)
  expect(clock.now()).toBe(timed.now)
  // The host was suspended: its monotonic clock stood still.
  host.set(host.now() + 60_000)
  timed.now += 60_000
  clock.now()
  await settle()
  expect(timed.asked).toBe(3)
  expect(clock.now()).toBe(timed.now)
})

it('does not jump about because of a slow answer', async () => {
  const { host, log } = createHost()
  const timed = createTimed(host)
  const clock = await openClock(timed.database, host, log)
  timed.pass(6_000)
  timed.delayMs = 1_000
  clock.now()
  await settle()
  expect(clock.now()).toBe(timed.now)
})

it('goes on while the database is away', async () => {
  const { host, log } = createHost()
  const timed = createTimed(host)
  const clock = await openClock(timed.database, host, log)
  timed.fails = true
  timed.pass(60_000)
  expect(clock.now()).toBe(timed.now)
  await settle()
  expect(clock.now()).toBe(timed.now)
  timed.fails = false
  await expect(
    openClock({ ...timed.database, first: () => Promise.reject(new Error('away')) }, host, log),
  ).rejects.toThrow('away')
})

it('warns once where the clock of the host is more than two seconds off', async () => {
  const near = createHost(Date.UTC(2030, 0, 1) + 1_900)
  await openClock(createTimed(near.host).database, near.host, near.log)
  expect(near.lines).toEqual([])
  const far = createHost(Date.UTC(2030, 0, 1) + FIVE_MINUTES_MS)
  const timed = createTimed(far.host)
  const clock = await openClock(timed.database, far.host, far.log)
  timed.pass(6_000)
  clock.now()
  await settle()
  expect(timed.asked).toBe(2)
  expect(far.lines).toHaveLength(1)
  expect(far.lines[0]).toContain(`"aheadMs":${FIVE_MINUTES_MS}`)
})
