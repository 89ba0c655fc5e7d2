import { randomInt } from 'node:crypto'
import { createSeededRandom } from './fakes.ts'

/** Drives workload, ids and fault times. A run prints it; `LANYARD_TEST_SEED` gives it again. */
export const seed = process.env.LANYARD_TEST_SEED ?? String(randomInt(1_000_000_000))

export const isLong = process.env.LANYARD_TEST_LONG === '1'

/** A count for `npm test` and the full one of `npm run test:long`. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short
}

export type Dice = {
  bytes(size: number): Buffer
  /** A whole number from `low` up to and without `high`. */
  between(low: number, high: number): number
  chance(probability: number): boolean
}

/** Chance that the seed decides; each name draws its own. */
export function createDice(name: string): Dice {
  const random = createSeededRandom(`${seed} ${name}`)
  const unit = () => random.bytes(4).readUInt32LE() / 2 ** 32
  return {
    bytes: (size) => random.bytes(size),
    between: (low, high) => low + Math.floor(unit() * (high - low)),
    chance: (probability) => unit() < probability,
  }
}
