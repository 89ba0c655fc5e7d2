export type Members = Readonly<Record<string, unknown>>

/** The names of the members that differ. */
function differing(one: Members, other: Members): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => !isSame(one[name], other[name]))
}

/** RFC 7396: the patch that turns `before` into `after`. Removed members are null. */
export function mergePatchOf(before: Members, after: Members): Record<string, unknown> {
  return Object.fromEntries(
    differing(before, after).map((name) => [name, patchValue(before[name], after[name])]),
  )
}

function patchValue(before: unknown, after: unknown): unknown {
  if (!isMembers(before) || !isMembers(after)) return after ?? null
  return mergePatchOf(before, after)
}

export type Conflict = { readonly name: string; readonly mine: unknown; readonly theirs: unknown }

/**
 * Merges the changes of two people to `base`. What only one of them changed is taken; what both changed differently is
 * for the user to decide.
 */
export function mergeChanges(base: Members, mine: Members, theirs: Members) {
  const my = new Set(differing(base, mine))
  const other = differing(base, theirs)
  const conflicts = other
    .filter((name) => my.has(name) && !isSame(mine[name], theirs[name]))
    .map((name): Conflict => ({ name, mine: mine[name], theirs: theirs[name] }))
  return { conflicts, taken: other.filter((name) => !my.has(name)) }
}

/** Whether two values are equal, ignoring the order of members. @internal For its test. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if ((one ?? null) === null || (other ?? null) === null) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  if (!isMembers(one) || !isMembers(other)) return false
  return differing(one, other).length === 0
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
