import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/kernel/base/limiter.ts'
import { createManualClock, createSeededRandom } from '../fakes.ts'

it('allows a burst, then one an interval, exactly', () => {
  const clock = createManualClock()
  const limiter = createLimiter({ ratePerSecond: 10, burst: 5, clock })
  expect(Array.from({ length: 5 }, () => limiter.take('a').remaining)).toEqual([4, 3, 2, 1, 0])
  expect(limiter.take('a')).toEqual({ allowed: false, retryAfterSeconds: 1, remaining: 0 })
  clock.advance(99)
  expect(limiter.take('a').allowed).toBe(false)
  clock.advance(1)
  expect(limiter.take('a')).toEqual({ allowed: true, remaining: 0 })
  expect(limiter.take('a').allowed).toBe(false)
  clock.advance(1000)
  expect(limiter.take('a')).toEqual({ allowed: true, remaining: 4 })
})

it('gives the whole burst also where the interval is a fraction, late on the clock', () => {
  for (const ratePerSecond of [3, 7, 11, 13, 200, 1 / 3, 1200 / 60, 999]) {
    for (const elapsed of [0, 0.1, 12_345_678.9, 1e10 + 0.7]) {
      const clock = createManualClock()
      clock.advance(elapsed)
      const limiter = createLimiter({ ratePerSecond, burst: 1000, clock })
      const taken = Array.from({ length: 1001 }, () => limiter.take('a').allowed)
      expect(taken.indexOf(false)).toBe(1000)
    }
  }
})

it('keeps keys apart', () => {
  const limiter = createLimiter({ ratePerSecond: 1, burst: 1, clock: createManualClock() })
  expect([limiter.take('a').allowed, limiter.take('b').allowed, limiter.take('a').allowed]).toEqual([
    true,
    true,
    false,
  ])
})

it('charges nothing for what it refuses', () => {
  const clock = createManualClock()
  const limiter = createLimiter({ ratePerSecond: 1, burst: 2, clock })
  limiter.take('a', 2)
  for (let i = 0; i < 1000; i += 1) limiter.take('a')
  clock.advance(1000)
  expect(limiter.take('a').allowed).toBe(true)
})

it('takes a cost, looks at a cost of 0, and refuses a cost above the burst', () => {
  const limiter = createLimiter({ ratePerSecond: 1, burst: 10, clock: createManualClock() })
  expect(limiter.take('a', 11).allowed).toBe(false)
  expect(limiter.take('a', 7)).toEqual({ allowed: true, remaining: 3 })
  expect(limiter.take('a', 0)).toEqual({ allowed: true, remaining: 3 })
  expect(limiter.take('a', 5)).toEqual({ allowed: false, retryAfterSeconds: 2, remaining: 0 })
  expect(limiter.take('a', 3)).toEqual({ allowed: true, remaining: 0 })
  expect(() => limiter.take('a', -1)).toThrow(RangeError)
  expect(() => limiter.take('a', Number.NaN)).toThrow(RangeError)
})

it('is not moved by the wall clock', () => {
  const clock = createManualClock()
  const limiter = createLimiter({ ratePerSecond: 1, burst: 1, clock })
  limiter.take('a')
  clock.set(clock.now() + 86_400_000)
  expect(limiter.take('a').allowed).toBe(false)
  clock.set(0)
  clock.advance(1000)
  expect(limiter.take('a').allowed).toBe(true)
})

it('allows again after the seconds that it names, and not a second earlier', () => {
  const setting = fc.record({
    ratePerSecond: fc.double({ min: 0.01, max: 1000, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
    waits: fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 60 }),
  })
  fc.assert(
    fc.property(setting, ({ ratePerSecond, burst, waits }) => {
      const clock = createManualClock()
      const limiter = createLimiter({ ratePerSecond, burst, clock })
      let allowed = 0
      for (const wait of waits) {
        clock.advance(wait)
        if (limiter.take('a').allowed) allowed += 1
      }
      expect(allowed).toBeLessThanOrEqual(burst + (clock.monotonic() / 1000) * ratePerSecond + 0.02)
      for (let i = 0; i < burst; i += 1) limiter.take('a')
      const refused = limiter.take('a')
      if (refused.allowed) return
      clock.advance((refused.retryAfterSeconds - 1) * 1000)
      expect(limiter.take('a').allowed).toBe(false)
      clock.advance(1000)
      expect(limiter.take('a').allowed).toBe(true)
    }),
  )
})

describe('memory', () => {
  it('forgets a flood of keys, but not the one that is used up', () => {
    const clock = createManualClock()
    const limiter = createLimiter({ ratePerSecond: 1, burst: 10, clock, maxKeys: 100 })
    limiter.take('heavy', 10)
    for (let i = 0; i < 10_000; i += 1) expect(limiter.take(`flood-${i}`).allowed).toBe(true)
    expect(limiter.take('heavy').allowed).toBe(false)
  })

  it('holds no more than the largest number of keys', () => {
    const clock = createManualClock()
    const limiter = createLimiter({ ratePerSecond: 1, burst: 1, clock, maxKeys: 100 })
    for (let i = 0; i < 1000; i += 1) limiter.take(`key-${i}`)
    const refused = Array.from({ length: 1000 }, (_, i) => limiter.take(`key-${i}`, 0.5).allowed)
    expect(refused.filter((allowed) => !allowed).length).toBeLessThanOrEqual(100)
  })

  it('works with room for one key', () => {
    const limiter = createLimiter({ ratePerSecond: 1, burst: 1, clock: createManualClock(), maxKeys: 1 })
    expect([limiter.take('a'), limiter.take('a'), limiter.take('b')].map((taken) => taken.allowed)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('keeps its counts while old keys are forgotten', () => {
    const clock = createManualClock()
    const limiter = createLimiter({ ratePerSecond: 1, burst: 3, clock, maxKeys: 1000 })
    const control = createLimiter({ ratePerSecond: 1, burst: 3, clock, maxKeys: 1_000_000 })
    const random = createSeededRandom(1)
    for (let i = 0; i < 20_000; i += 1) {
      clock.advance(random.bytes(1).readUInt8() / 16)
      const key = `key-${random.bytes(1).readUInt8()}`
      expect(limiter.take(key)).toEqual(control.take(key))
      limiter.take(`passing-${i}`, 0.01)
    }
  })
})

it('refuses a limit that makes no sense', () => {
  const clock = createManualClock()
  expect(() => createLimiter({ ratePerSecond: 0, burst: 1, clock })).toThrow(RangeError)
  expect(() => createLimiter({ ratePerSecond: 1, burst: 0, clock })).toThrow(RangeError)
})
