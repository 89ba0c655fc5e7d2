import type { Database } from '../../kernel/database/database.ts'
import type { HandedJob } from './handed.ts'

/** A runner of this process, as whoever adds a job sees it. */
export type LocalRunner = {
  /** Told the kind of the job that was added. */
  kick(kind: string): void
  /** Whether another job of the kind would start at once. */
  hasRoom(kind: string): boolean
  /** Starts the job, or holds it until there is room. */
  take(job: HandedJob): void
}

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

/** Who would start a job of the kind at once. */
export function findFreeRunner(database: Database, kind: string): LocalRunner | undefined {
  for (const runner of runners.get(database) ?? []) if (runner.hasRoom(kind)) return runner
  return undefined
}
