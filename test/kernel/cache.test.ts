import { describe, expect, it } from 'vitest'
import { createCache } from '../../src/kernel/base/cache.ts'

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

describe('get and set', () => {
  it('forgets the least recently used entry', () => {
    const cache = createCache<number>({ max: 3 })
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index)
    cache.get('a')
    cache.set('b', 9)
    cache.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, 9, undefined, 3])
  })

  it('keeps a newcomer when all others are in use, and drops the oldest', () => {
    const cache = createCache<number>({ max: 3 })
    const known = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)
    for (const key of ['a', 'b', 'c']) cache.set(key, 1)
    expect(known()).toEqual(['a', 'b', 'c'])
    cache.set('d', 1)
    expect(known()).toEqual(['b', 'c', 'd'])
    cache.set('e', 1)
    expect(known()).toEqual(['c', 'd', 'e'])
  })

  it('looks at few entries to make room, however many are in use', () => {
    const cache = createCache<number>({ max: 1_000 })
    for (let key = 0; key < 1_000; key += 1) cache.set(`${key}`, key)
    for (let key = 0; key < 1_000; key += 1) cache.get(`${key}`)
    cache.set('new', 1)
    expect(cache.get('new')).toBe(1)
    expect([cache.get('0'), cache.get('100')]).toEqual([0, undefined])
  })

  it('keeps everything else when a value is larger than all its room', () => {
    const cache = createCache<string>({ max: 10, sizeOf: ({ length }) => length })
    cache.set('a', 'aaaa')
    cache.set('b', 'b'.repeat(11))
    expect([cache.get('a'), cache.get('b')]).toEqual(['aaaa', undefined])
  })

  it('keeps values that are false', () => {
    const cache = createCache<unknown>({ max: 3 })
    cache.set('null', null)
    cache.set('zero', 0)
    expect([cache.get('null'), cache.get('zero')]).toEqual([null, 0])
  })

  it('deletes one, and clears all', () => {
    const cache = createCache<number>({ max: 3 })
    for (const key of ['a', 'b', 'c']) cache.set(key, 1)
    cache.delete('a')
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 1])
    cache.clear()
    expect([cache.get('b'), cache.get('c')]).toEqual([undefined, undefined])
  })

  it('counts what each value takes, and keeps none that is larger than all its room', () => {
    const cache = createCache<string>({ max: 10, sizeOf: ({ length }) => length })
    const known = () => ['a', 'b', 'c'].filter((key) => cache.get(key) !== undefined)
    cache.set('a', 'aaaa')
    cache.set('b', 'bbbb')
    expect(known()).toEqual(['a', 'b'])
    cache.set('c', 'cccc')
    expect(known()).toEqual(['b', 'c'])
    cache.set('b', 'b')
    cache.set('a', 'aaaaa')
    expect(known()).toEqual(['a', 'b', 'c'])
    cache.delete('c')
    cache.set('c', 'cccc')
    expect(known()).toEqual(['a', 'b', 'c'])
    cache.set('c', 'c'.repeat(11))
    expect(cache.get('c')).toBeUndefined()
  })

  it('refuses to hold nothing', () => {
    expect(() => createCache({ max: 0 })).toThrow(RangeError)
  })
})

describe('load', () => {
  it('asks once for many callers at a time, and keeps the value', async () => {
    const cache = createCache<string>({ max: 3 })
    let asked = 0
    const loader = async () => {
      asked += 1
      return 'value'
    }
    const values = await Promise.all(Array.from({ length: 10 }, () => cache.load('a', loader)))
    expect(values).toEqual(new Array(10).fill('value'))
    expect(await cache.load('a', loader)).toBe('value')
    expect(asked).toBe(1)
    expect(cache.get('a')).toBe('value')
  })

  it('loads keys apart', async () => {
    const cache = createCache<string>({ max: 3 })
    const [a, b] = await Promise.all([cache.load('a', async () => 'A'), cache.load('b', async () => 'B')])
    expect([a, b]).toEqual(['A', 'B'])
  })

  it('does not keep what is absent', async () => {
    const cache = createCache<string>({ max: 3 })
    expect(await cache.load('a', async () => undefined)).toBeUndefined()
    expect(await cache.load('a', async () => 'now')).toBe('now')
  })

  it('passes a failure on to every caller, and asks again afterwards', async () => {
    const cache = createCache<string>({ max: 3 })
    const loader = () => {
      throw new Error('gone')
    }
    const results = await Promise.allSettled([cache.load('a', loader), cache.load('a', loader)])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
    expect(await cache.load('a', async () => 'back')).toBe('back')
  })

  it.each([
    ['its key is deleted', (cache: { delete(key: string): void }) => cache.delete('a')],
    ['everything is cleared', (cache: { clear(): void }) => cache.clear()],
  ])('does not keep what it read when %s meanwhile', async (_, invalidate) => {
    const cache = createCache<string>({ max: 3 })
    const read = deferred<string>()
    const loading = cache.load('a', () => read.promise)
    invalidate(cache)
    read.resolve('revoked')
    await loading
    expect(cache.get('a')).toBeUndefined()
  })

  it('asks anew after a deletion, and keeps the newer answer', async () => {
    const cache = createCache<string>({ max: 3 })
    const [first, second] = [deferred<string>(), deferred<string>()]
    const early = cache.load('a', () => first.promise)
    cache.delete('a')
    const late = cache.load('a', () => second.promise)
    second.resolve('new')
    expect(await late).toBe('new')
    first.resolve('old')
    expect(await early).toBe('old')
    expect(cache.get('a')).toBe('new')
  })

  it('does not join a load that started before a deletion, whichever ends first', async () => {
    const cache = createCache<string>({ max: 3 })
    const [first, second] = [deferred<string>(), deferred<string>()]
    const early = cache.load('a', () => first.promise)
    cache.delete('a')
    const late = cache.load('a', () => second.promise)
    first.resolve('old')
    await early
    expect(cache.get('a')).toBeUndefined()
    const joined = cache.load('a', async () => 'a third')
    second.resolve('new')
    expect(await Promise.all([late, joined])).toEqual(['new', 'new'])
  })

  it('does not overwrite what was set meanwhile', async () => {
    const cache = createCache<string>({ max: 3 })
    const read = deferred<string>()
    const loading = cache.load('a', () => read.promise)
    cache.set('a', 'newer')
    read.resolve('older')
    await loading
    expect(cache.get('a')).toBe('newer')
  })

  it('leaves other keys loading when one is deleted', async () => {
    const cache = createCache<string>({ max: 3 })
    const read = deferred<string>()
    const loading = cache.load('a', () => read.promise)
    cache.delete('b')
    read.resolve('value')
    await loading
    expect(cache.get('a')).toBe('value')
  })
})
