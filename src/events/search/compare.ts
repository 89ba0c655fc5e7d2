import type { Comparable } from './fields/field.ts'
import type { Op } from './fields/ops.ts'

/** Compares by bytes, as both engines do: the order of UTF-16 differs beyond the basic plane. */
function compareTexts(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === a.length || at === b.length) return a.length - b.length
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
  const surrogates = Number(isSurrogate(left)) - Number(isSurrogate(right))
  return surrogates === 0 ? left - right : surrogates
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** NaN if the two have different types. */
export function compareValues(a: Comparable, b: Comparable): number {
  if (typeof a !== typeof b) return Number.NaN
  return typeof a === 'string' ? compareTexts(a, b as string) : Number(a) - Number(b)
}

type Test = (found: Comparable, wanted: readonly Comparable[]) => boolean

const against =
  (holds: (order: number) => boolean): Test =>
  (found, [wanted]) =>
    wanted !== undefined && holds(compareValues(found, wanted))

const any: Test = (found, wanted) => wanted.includes(found)

const tests: Readonly<Partial<Record<Op, Test>>> = {
  eq: any,
  in: any,
  lt: against((order) => order < 0),
  lte: against((order) => order <= 0),
  gt: against((order) => order > 0),
  gte: against((order) => order >= 0),
  between: (found, [low, high]) =>
    low !== undefined &&
    high !== undefined &&
    compareValues(found, low) >= 0 &&
    compareValues(found, high) <= 0,
  contains: (found, [part]) => typeof found === 'string' && found.includes(String(part)),
  startsWith: (found, [part]) => typeof found === 'string' && found.startsWith(String(part)),
}

/** With several values, one match is enough; `ne` and `nin` are true exactly when `eq` and `in` are false. */
export function holds(op: Op, found: readonly Comparable[], wanted: readonly Comparable[]): boolean {
  if (op === 'isNull') return found.length === 0
  if (op === 'isNotNull') return found.length > 0
  if (op === 'ne') return !holds('eq', found, wanted)
  if (op === 'nin') return !holds('in', found, wanted)
  const test = tests[op]
  return test !== undefined && found.some((value) => test(value, wanted))
}
