/** The name that a misspelt one most likely means; a missing or additional prefix does not count as a difference. */
export function findNearMiss<T extends string>(
  wrong: string,
  names: readonly T[],
  prefix: string,
): T | undefined {
  const bare = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)
  const asked = bare(wrong.toUpperCase())
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(asked, bare(name)) }))
    .filter(({ name, distance }) => distance <= Math.min(3, bare(name).length / 3))
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** How many characters must be inserted, removed, replaced or swapped with the next to turn one text into the other. */
function distanceOf(a: string, b: string): number {
  let beforePrevious: readonly number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : replaced
      current.push(Math.min(replaced, swapped, at(previous, column) + 1, at(current, column - 1) + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
