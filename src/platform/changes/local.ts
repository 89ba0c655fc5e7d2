import type { Change } from './store.ts'

type Listener = (change: Change) => void

const listeners = new WeakMap<object, Set<Listener>>()

/** Passes a committed change to this process's feeds of the same database. */
export function tellLocally(database: object, change: Change): void {
  for (const listener of listeners.get(database) ?? []) listener(change)
}

export function onLocalChange(database: object, listener: Listener): () => void {
  const known = listeners.get(database) ?? new Set()
  listeners.set(database, known.add(listener))
  return () => known.delete(listener)
}
