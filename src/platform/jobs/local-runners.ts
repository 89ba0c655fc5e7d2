import type { Database } from '../../kernel/database/database.ts'

/** A runner of this process. It is told the kind of the job that was added. */
type LocalRunner = { kick(kind: string): void }

/** By the database whose jobs they run. */
const runners = new WeakMap<Database, Set<LocalRunner>>()

export function joinRunners(database: Database, runner: LocalRunner): () => void {
  const known = runners.get(database) ?? new Set()
  runners.set(database, known.add(runner))
  return () => known.delete(runner)
}

export function wakeRunners(database: Database, kind: string): void {
  for (const runner of runners.get(database) ?? []) runner.kick(kind)
}
