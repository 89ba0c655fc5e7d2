import type { Change } from './store.ts'

const listeners = new Set<(change: Change) => void>()

/**
 * Hands a committed change to every feed of this process. A transaction does not know its database, so a feed on
 * another database hears it too: it drops an entry that it reads again, nothing else.
 */
export function tellLocally(change: Change): void {
  for (const listener of listeners) listener(change)
}

export function onLocalChange(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
