/**
 * Cliff's delta: how much more often a value of one sample exceeds one of the other than the reverse, from -1 to 1.
 * Ranks alone count, so that the long pauses of a busy machine weigh no more than any other difference.
 */
export function cliffsDelta(first: readonly number[], second: readonly number[]): number {
  const sorted = Float64Array.from(second).sort()
  let sum = 0
  for (const value of first)
    sum += countBelow(sorted, value) - (sorted.length - countBelow(sorted, value, true))
  return sum / (first.length * second.length)
}

/** How many are less than the value or, if `orEqual`, no greater. */
function countBelow(sorted: Float64Array, value: number, orEqual = false): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = sorted[middle] ?? 0
    if (at < value || (orEqual && at === value)) low = middle + 1
    else high = middle
  }
  return low
}
