import type { Database } from '../../kernel/database/database.ts'

/** A runner in this process; it is notified of the kind of a job that was added. */
type LocalRunner = { kick(kind: string): void }

/** The runners of this process, by the database that their jobs are stored in. */
const runners = new WeakMap<Database, Set<LocalRunner>>()

export function joinRunners(database: Database, runner: LocalRunner): () => void {
  const known = runners.get(database) ?? new Set()
  runners.set(database, known.add(runner))
  return () => known.delete(runner)
}

export function wakeRunners(database: Database, kind: string): void {
  for (const runner of runners.get(database) ?? []) runner.kick(kind)
}
