import type { Change } from './store.ts'

/** Without a number, it is told in this process only. */
export type LocalChange = Omit<Change, 'seq'> & Partial<Pick<Change, 'seq'>>
type Listener = (change: LocalChange) => void

const listeners = new WeakMap<object, Set<Listener>>()
const alone = new WeakSet<object>()

/** Passes a committed change to this process's feeds of the same database. */
export function tellLocally(database: object, change: LocalChange): void {
  for (const listener of listeners.get(database) ?? []) listener(change)
}

/** `isAlone`: no other server follows the changes of this database. A command that does may miss some. */
export function onLocalChange(
  database: object,
  listener: Listener,
  { isAlone }: { isAlone: boolean },
): () => void {
  const known = listeners.get(database) ?? new Set()
  listeners.set(database, known.add(listener))
  if (isAlone) alone.add(database)
  return () => {
    known.delete(listener)
    if (isAlone) alone.delete(database)
  }
}

/** Whether changes of this database are told in this process only, so that no row has to be stored for the others. */
export function isFollowedAlone(database: object): boolean {
  return alone.has(database)
}
