import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createIds, uuidAt } from '../../src/kernel/base/id.ts'
import { systemRandom } from '../../src/kernel/base/random.ts'
import { createManualClock, createSeededRandom } from '../fakes.ts'

const draws = 1_000_000

function seededIds(seed = 1) {
  return createIds({ clock: createManualClock(), random: createSeededRandom(seed) })
}

function chiSquare(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

// Far above what chance gives with so many degrees of freedom, far below any modulo bias.
function highestChiSquare(values: number): number {
  return values - 1 + 7 * Math.sqrt(2 * (values - 1))
}

function countCharacters(alphabet: string, next: () => string): number[] {
  const counts = new Map([...alphabet].map((character) => [character, 0]))
  for (let drawn = 0; drawn < draws; ) {
    for (const character of next()) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
      drawn += 1
    }
  }
  return [...counts.values()]
}

describe('uuid', () => {
  it('has the layout of version 7 and the time of the clock', () => {
    const clock = createManualClock(0x0123456789ab)
    const uuid = createIds({ clock, random: systemRandom }).uuid()
    expect(uuid).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('places counter and random bits where the layout has them', () => {
    const random = { bytes: () => Buffer.from('0123456789abcdef0fa5', 'hex') }
    const ids = createIds({ clock: createManualClock(1), random })
    // Counter cdef0fa5: 12 bits cde, then 20 bits f0fa5 behind the variant; then the low 10 bits of 89ab, 01234567.
    expect(ids.uuid()).toBe('00000000-0001-7cde-bc3e-95ab01234567')
    expect(ids.uuid()).toBe('00000000-0001-7cde-bc3e-99ab01234567')
  })

  it('sorts in the order of making inside one millisecond', () => {
    const ids = seededIds()
    const made = Array.from({ length: 100_000 }, () => ids.uuid())
    expect(made).toEqual([...made].sort())
    expect(new Set(made).size).toBe(made.length)
  })

  it('sorts in the order of making while the clock runs, stops and goes back', () => {
    const clock = createManualClock()
    const ids = createIds({ clock, random: createSeededRandom(2) })
    const made = Array.from({ length: 20_000 }, (_, index) => {
      if (index % 7 === 0) clock.set(clock.now() + (index % 5) - 2)
      if (index === 10_000) clock.set(clock.now() - 3_600_000)
      return ids.uuid()
    })
    expect(made).toEqual([...made].sort())
    expect(new Set(made).size).toBe(made.length)
  })

  it('is told from those of another time by the bound of a time', () => {
    const clock = createManualClock()
    const ids = createIds({ clock, random: createSeededRandom(3) })
    const before = Array.from({ length: 100 }, () => ids.uuid())
    clock.advance(1)
    const after = Array.from({ length: 100 }, () => ids.uuid())
    const bound = uuidAt(clock.now())
    expect(before.every((id) => id < bound)).toBe(true)
    expect(after.every((id) => id >= bound)).toBe(true)
    expect(uuidAt(0)).toBe('00000000-0000-7000-8000-000000000000')
  })

  it('starts the next millisecond early when the counter runs over', () => {
    const ids = createIds({
      clock: createManualClock(255),
      random: { bytes: (size) => Buffer.alloc(size, 255) },
    })
    expect([ids.uuid(), ids.uuid()].map((uuid) => uuid.slice(0, 18))).toEqual([
      '00000000-00ff-7fff',
      '00000000-0100-7fff',
    ])
  })

  it('differs between processes that share a millisecond', () => {
    const clock = createManualClock()
    const [one, two] = [
      createIds({ clock, random: systemRandom }),
      createIds({ clock, random: systemRandom }),
    ]
    const made = Array.from({ length: 5000 }, () => [one.uuid(), two.uuid()]).flat()
    expect(new Set(made).size).toBe(10_000)
  })

  it('follows the system clock', () => {
    const uuid = createIds({ clock: systemClock, random: systemRandom }).uuid()
    const at = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)
    expect(Math.abs(at - systemClock.now())).toBeLessThan(1000)
  })
})

describe('code', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

  it('has the asked length over letters and digits', () => {
    for (const length of [1, 2, 20, 64, 700]) {
      expect(seededIds().code(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
    }
  })

  it('draws every character alike', () => {
    const ids = seededIds()
    const counts = countCharacters(alphabet, () => ids.code(20))
    expect(counts).toHaveLength(62)
    expect(chiSquare(counts)).toBeLessThan(highestChiSquare(62))
  })

  it('would show a modulo bias', () => {
    const random = createSeededRandom(1)
    const counts = countCharacters(alphabet, () =>
      [...random.bytes(20)].map((byte) => alphabet[byte % 62]).join(''),
    )
    expect(chiSquare(counts)).toBeGreaterThan(highestChiSquare(62))
  })

  it('refuses a length that would give an empty code', () => {
    for (const length of [0, -1, 1.5, Number.NaN]) expect(() => seededIds().code(length)).toThrow(RangeError)
  })
})

describe('digits', () => {
  it('draws every digit alike in every place', () => {
    const ids = seededIds(3)
    const places = Array.from({ length: 7 }, () => new Array<number>(10).fill(0))
    for (let i = 0; i < draws / 7; i += 1) {
      const text = ids.digits(7)
      places.forEach((counts, place) => {
        const digit = Number(text[place])
        counts[digit] = (counts[digit] ?? 0) + 1
      })
    }
    for (const counts of places) expect(chiSquare(counts)).toBeLessThan(highestChiSquare(10))
  })

  it('keeps leading zeros', () => {
    const ids = seededIds()
    const texts = Array.from({ length: 1000 }, () => ids.digits(6))
    expect(texts.every((text) => /^\d{6}$/.test(text))).toBe(true)
    expect(texts.some((text) => text.startsWith('0'))).toBe(true)
  })
})

describe('integer', () => {
  it('reaches both ends and nothing beyond', () => {
    const ids = seededIds()
    const seen = new Set(Array.from({ length: 1000 }, () => ids.integer(-2, 3)))
    expect([...seen].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3])
    expect(ids.integer(5, 5)).toBe(5)
  })

  it('draws every value alike', () => {
    const ids = seededIds(4)
    const counts = new Array<number>(90).fill(0)
    for (let i = 0; i < draws; i += 1) {
      const drawn = ids.integer(10, 99) - 10
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    expect(chiSquare(counts)).toBeLessThan(highestChiSquare(90))
  })

  // Three quarters of the drawn range: without rejection the lowest third would come twice as often.
  it('has no bias where the range does not divide the draw', () => {
    const ids = seededIds(5)
    const counts = [0, 0, 0]
    for (let i = 0; i < 100_000; i += 1) {
      const third = Math.floor(ids.integer(0, 3 * 2 ** 46 - 1) / 2 ** 46)
      counts[third] = (counts[third] ?? 0) + 1
    }
    expect(chiSquare(counts)).toBeLessThan(highestChiSquare(3))
  })

  it('refuses a range that it cannot draw from', () => {
    const ids = seededIds()
    for (const [min, max] of [
      [1, 0],
      [0, 2 ** 48],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      expect(() => ids.integer(min, max)).toThrow(RangeError)
    }
    expect(ids.integer(0, 2 ** 48 - 1)).toBeLessThan(2 ** 48)
  })
})
