import { expect, it } from 'vitest'
import { systemRandom } from '../../src/kernel/base/random.ts'
import { createSeededRandom } from '../fakes.ts'

it('gives as many bytes as asked, below and above the block', () => {
  for (const size of [0, 1, 12, 511, 512, 513, 4096, 10_000])
    expect(systemRandom.bytes(size)).toHaveLength(size)
})

it('refuses a size that is not a count', () => {
  for (const size of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => systemRandom.bytes(size)).toThrow()
})

it('never gives the same bytes twice', () => {
  const seen = new Set<string>()
  for (let i = 0; i < 20_000; i += 1) seen.add(systemRandom.bytes(12).toString('hex'))
  expect(seen.size).toBe(20_000)
})

it('leaves the bytes that a caller keeps as they are', () => {
  const kept = Array.from({ length: 2000 }, () => systemRandom.bytes(16))
  const copies = kept.map((bytes) => bytes.toString('hex'))
  for (let i = 0; i < 2000; i += 1) systemRandom.bytes(16).toString('hex')
  expect(kept.map((bytes) => bytes.toString('hex'))).toEqual(copies)
})

it('draws every byte value alike', () => {
  const counts = new Array<number>(256).fill(0)
  for (let i = 0; i < 100_000; i += 1) {
    for (const byte of systemRandom.bytes(10)) counts[byte] = (counts[byte] ?? 0) + 1
  }
  const expected = 1_000_000 / 256
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // 255 degrees of freedom: chance passes 420 about once in a billion runs.
  expect(chiSquare).toBeLessThan(420)
})

it('repeats itself for a seed in tests', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => createSeededRandom(seed).bytes(32).toString('hex'))
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
