import type { Database } from '../../kernel/database/database.ts'

/** The runners of this process, by the database whose jobs they run. */
const runners = new WeakMap<Database, Set<Wake>>()

/** Told the kind of the job that was added. */
type Wake = (kind: string) => void

export function onWake(database: Database, wake: Wake): () => void {
  const known = runners.get(database) ?? new Set()
  runners.set(database, known.add(wake))
  return () => known.delete(wake)
}

export function wakeRunners(database: Database, kind: string): void {
  for (const wake of runners.get(database) ?? []) wake(kind)
}
