/** RFC 7396 §2. */
export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return patch as T
  const members = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else if (value !== undefined) members.set(name, mergePatch(members.get(name), value))
  }
  return Object.fromEntries(members) as T
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
