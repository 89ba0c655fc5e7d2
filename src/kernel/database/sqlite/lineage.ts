import type { Lineage } from '../database.ts'
import { PreparedConnection } from './connection.ts'
import { loadSqlite } from './driver.ts'

const INTERVAL_MS = 1_000

export function readLineage(connection: PreparedConnection): Lineage {
  const read = (pragma: string) => Number(connection.readPragma(pragma))
  return { id: read('application_id'), count: read('user_version') }
}

/** Reads a file that no other process has open yet; changes nothing. */
export async function readSqliteLineage(path: string): Promise<Lineage> {
  const pragmas = ['busy_timeout = 5000', 'query_only = on']
  const connection = new PreparedConnection(await loadSqlite(), path, pragmas)
  try {
    return readLineage(connection)
  } finally {
    connection.close()
  }
}

/** Increases the count within other transactions: in the first one after the start, then at most once a second. */
export class CommitCounter {
  readonly #monotonic: () => number
  readonly #tell: (count: number) => void
  #countedAt = Number.NEGATIVE_INFINITY

  /** `tell` is called with each count once it is durable. */
  constructor(monotonic: () => number, tell: (count: number) => void) {
    this.#monotonic = monotonic
    this.#tell = tell
  }

  /** Adds the next count to the open transaction, if a second has passed, and then runs `commit`. */
  around(connection: PreparedConnection, commit: () => void): void {
    const now = this.#monotonic()
    if (now - this.#countedAt < INTERVAL_MS) {
      commit()
      return
    }
    const count = readLineage(connection).count + 1
    connection.raw.exec(`pragma user_version = ${count}`)
    commit()
    this.#countedAt = now
    this.#tell(count)
  }
}

/** Draws the id if there is none. Runs inside a transaction. */
export function drawLineage(connection: PreparedConnection, draw: () => number): void {
  if (readLineage(connection).id === 0) connection.raw.exec(`pragma application_id = ${draw()}`)
}

/** Moves the write-ahead log into the file; returns whether all of it was moved. */
export function checkpoint(connection: PreparedConnection): boolean {
  try {
    return connection.readPragma('wal_checkpoint(truncate)') === 0
  } catch {
    // If the disk is full, the log keeps its content and the next start reads it.
    return false
  }
}
