/** How many are sorted or merged at once. */
const RUN = 2_000

/** Merges sorted runs with a pause after each, so that sorting a hundred thousand does not block other requests. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<unknown>,
): Promise<T[]> {
  let runs: T[][] = []
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], { compare, pause }))
    runs = merged
  }
  return runs[0] ?? []
}

type Merging<T> = { compare: (a: T, b: T) => number; pause: () => Promise<unknown> }

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  { compare, pause }: Merging<T>,
): Promise<T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]]
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      merged.push(a as T)
      i += 1
    } else {
      merged.push(b)
      j += 1
    }
    if (merged.length % RUN === 0) await pause()
  }
  return merged
}
