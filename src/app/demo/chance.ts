/** Random draws that are the same for the same seed. */
export type Chance = {
  /** An integer from 0 to below `size`. */
  below(size: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<T>(things: readonly T[]): T
  /** Draws `count` of the things, each at most once. */
  some<T>(things: readonly T[], count: number): T[]
}

/** The generator mulberry32: small, and good enough for names. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (size: number) => Math.floor(draw() * size)
  const pick = <T>(things: readonly T[]): T => {
    const found = things[below(things.length)]
    if (found === undefined) throw new RangeError('there is nothing to pick')
    return found
  }
  return {
    below,
    pick,
    happens: (probability) => draw() < probability,
    some(things, count) {
      const left = [...things]
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(below(left.length), 1)[0],
      ).filter((thing) => thing !== undefined)
    },
  }
}
