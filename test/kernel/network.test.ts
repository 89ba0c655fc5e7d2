import { describe, expect, it } from 'vitest'
import { createAddressLimiter, createMinuteLimiter, networksOf } from '../../src/kernel/base/network.ts'
import { createManualClock } from '../fakes.ts'

const keysOf = (address: string) => networksOf(address).map(({ key }) => key)

describe('the networks of an address', () => {
  it.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::ffff:c000:201'],
    ['192.0.2.1', '0:0:0:0:0:FFFF:192.0.2.1'],
    ['192.0.2.1', '64:ff9b::192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:1'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::1', '::2'],
  ])('are the same for %s and %s', (one, other) => {
    expect(networksOf(one)).toEqual(networksOf(other))
  })

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2'],
  ])('are others for %s and %s', (one, other) => {
    expect(keysOf(one)[0]).not.toBe(keysOf(other)[0])
  })

  it('are a /64 and, for ten times as much, a /48', () => {
    const [narrow, wide] = networksOf('2001:db8:1:2::1')
    expect([narrow.factor, wide?.factor]).toEqual([1, 10])
    expect(keysOf('2001:db8:1:3::1')[1]).toBe(wide?.key)
    expect(keysOf('2001:db8:2:2::1')[1]).not.toBe(wide?.key)
    expect(narrow.key).not.toBe(wide?.key)
  })

  it('is one of its own where the text is no address', () => {
    expect(networksOf('unknown')).toEqual([{ key: 'unknown', factor: 1 }])
    expect(networksOf('not:an:address')).toEqual([{ key: 'not:an:address', factor: 1 }])
  })
})

describe('a limit by address', () => {
  const limiter = () => createAddressLimiter({ ratePerSecond: 1, burst: 3, clock: createManualClock() })

  it('counts the addresses of a /64 together', () => {
    const { take } = limiter()
    const turns = Array.from({ length: 5 }, (_, n) => take(`2001:db8:1:2::${n}`).allowed)
    expect(turns).toEqual([true, true, true, false, false])
    expect(take('2001:db8:1:3::1').allowed).toBe(true)
  })

  it('gives a /48 ten times as much, and tells when there is more', () => {
    const { take } = limiter()
    const turns = Array.from({ length: 32 }, (_, n) => take(`2001:db8:1:${n}::1`))
    expect(turns.filter(({ allowed }) => allowed)).toHaveLength(30)
    expect(turns.at(-1)).toEqual({ allowed: false, retryAfterSeconds: 1, remaining: 0 })
    expect(take('2001:db8:2::1').allowed).toBe(true)
  })

  it('counts IPv4 addresses one by one, however they are written', () => {
    const { take } = limiter()
    for (const text of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'])
      expect(take(text).allowed).toBe(true)
    expect(take('192.0.2.1').allowed).toBe(false)
    expect(take('::ffff:192.0.2.2').allowed).toBe(true)
  })

  it('by the minute counts from the first request, and gives a /48 ten times as much', () => {
    const clock = createManualClock()
    const { take } = createMinuteLimiter({ limit: 2, clock })
    const turns = Array.from({ length: 3 }, () => {
      const turn = take('2001:db8:1:2::1')
      clock.advance(20_000)
      return turn
    })
    expect(turns).toEqual([
      { allowed: true, remaining: 1 },
      { allowed: true, remaining: 0 },
      { allowed: false, retryAfterSeconds: 20, remaining: 0 },
    ])
    const sites = Array.from({ length: 22 }, (_, n) => take(`2001:db8:2:${n}::1`).allowed)
    expect(sites.filter(Boolean)).toHaveLength(20)
    expect(take('2001:db8:1:2::1')).toEqual({ allowed: true, remaining: 1 })
  })
})
