import type { Target } from '../scenario.ts'

/** What is made at a program's first turn and kept for the others. */
export function oncePerTarget<T>(make: (target: Target) => Promise<T>): (target: Target) => Promise<T> {
  const made = new Map<number, Promise<T>>()
  return (target) => {
    const known = made.get(target.port)
    if (known !== undefined) return known
    const fresh = make(target)
    made.set(target.port, fresh)
    return fresh
  }
}
