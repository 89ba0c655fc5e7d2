import { loadSqlite, type SqliteConnection } from '../../src/kernel/database/sqlite/driver.ts'

export type Database = {
  readonly db: SqliteConnection
  /** Calls back after the commit, with what the work gave. */
  write<T>(work: () => T, done: (result: T) => void): void
}

/** `maxBatch` writes share a commit. */
export async function openDatabase(path: string, maxBatch: number): Promise<Database> {
  const { DatabaseSync } = await loadSqlite()
  const db = new DatabaseSync(path)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 1000'])
    db.exec(`pragma ${pragma}`)
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  let queue: (() => () => void)[] = []
  const flush = () => {
    const batch = queue.slice(0, maxBatch)
    queue = queue.slice(maxBatch)
    begin.run()
    const answers = batch.map((work) => work())
    commit.run()
    for (const answer of answers) answer()
    if (queue.length > 0) setImmediate(flush)
  }
  return {
    db,
    write(work, done) {
      const length = queue.push(() => {
        const result = work()
        return () => done(result)
      })
      if (length === 1) setImmediate(flush)
    },
  }
}
