import { sqliteCapabilities } from '../capabilities.ts'
import type { Database, Lineage, Transaction } from '../database.ts'
import { runEffects } from '../effects.ts'
import { GroupCommit } from '../group-commit.ts'
import type { Statement } from '../statement.ts'
import { PreparedConnection } from './connection.ts'
import { loadSqlite, type SqliteModule, sqliteCode, sqliteCodes } from './driver.ts'
import { explainSqlite } from './errors.ts'
import { CommitCounter, checkpoint, drawLineage, readLineage } from './lineage.ts'
import { SqliteTransaction } from './transaction.ts'
import { createSqliteFile, openWriter, type Synchronous } from './writer.ts'

export type SqliteOptions = {
  path: string
  monotonic: () => number
  maxQueue?: number
  /** The most writes per commit; 1 commits every write on its own. */
  maxBatch?: number
  /** Anything but FULL may lose acknowledged writes; only for the tests that demonstrate this. */
  synchronous?: Synchronous
  onBatch?: (size: number) => void
  /** Called with each count of the database's lineage once it is durable. */
  onCount?: (count: number) => void
}

/**
 * Includes read-only: SQLite opens a connection that way while the disk accepts no writes, and it stays read-only
 * afterwards.
 */
const needsReopening: readonly number[] = [sqliteCodes.ioerr, sqliteCodes.cantopen, sqliteCodes.readonly]

export async function openSqlite(options: SqliteOptions): Promise<Database & { depth(): number }> {
  createSqliteFile(options.path)
  return new SqliteDatabase(await loadSqlite(), options)
}

class SqliteDatabase implements Database {
  readonly capabilities = sqliteCapabilities
  readonly #module: SqliteModule
  readonly #options: SqliteOptions
  readonly #group: GroupCommit
  readonly #listeners: (() => void)[] = []
  readonly #counter: CommitCounter | undefined
  #writer: PreparedConnection
  #reader: PreparedConnection
  #broken = false
  #openings = 0
  #dataVersion: unknown
  #watch: NodeJS.Timeout | undefined

  constructor(module: SqliteModule, options: SqliteOptions) {
    this.#module = module
    this.#options = options
    const { onCount, monotonic } = options
    this.#counter = onCount === undefined ? undefined : new CommitCounter(monotonic, onCount)
    this.#writer = this.#openWriter()
    this.#reader = this.#openReader()
    this.#group = new GroupCommit(this.#engine(), {
      maxQueue: options.maxQueue ?? 10_000,
      maxBatch: options.maxBatch ?? 512,
      busyTimeoutMs: 5_000,
      monotonic: options.monotonic,
      ...(options.onBatch === undefined ? {} : { onBatch: options.onBatch }),
    })
  }

  depth(): number {
    return this.#group.depth
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    if (statement.compiled('sqlite').writes) {
      return this.#group.submit(single(() => this.#writer.all(statement, parameters)))
    }
    return this.#read(() => this.#readerFor(statement).all(statement, parameters))
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    if (statement.compiled('sqlite').writes) return (await this.all(statement, parameters))[0]
    return this.#read(() => this.#readerFor(statement).first(statement, parameters))
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return this.#group.submit(single(() => this.#writer.run(statement, parameters)))
  }

  async send<P>(statement: Statement<P, unknown>, parameters: P): Promise<void> {
    await this.run(statement, parameters)
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let transaction = new SqliteTransaction(() => this.#writer, this)
    const result = await this.#group.submit({
      run: () => {
        transaction = new SqliteTransaction(() => this.#writer, this)
        return transaction.within(work)
      },
      hasWritten: () => transaction.hasWritten,
    })
    runEffects(transaction.effects)
    return result
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.write(work)
  }

  async ping(): Promise<void> {
    this.#read(() => this.#reader.readPragma('user_version'))
  }

  /** `data_version` changes when another connection commits, and is cheap to read. */
  onOutsideChange(listener: () => void): void {
    this.#listeners.push(listener)
    this.#watch ??= setInterval(() => {
      const version = this.#readDataVersion()
      if (version === this.#dataVersion) return
      this.#dataVersion = version
      for (const tell of this.#listeners) tell()
    }, 100).unref()
  }

  announce(): void {}

  /**
   * Read on the writing connection, which does not count its own commits. A reopened connection starts counting
   * again.
   */
  outsideVersion(): number {
    return this.#openings * 2 ** 32 + this.#read(() => this.#writer.readNumber('pragma data_version'))
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await this.#group.drained()
    this.#reader.close()
    checkpoint(this.#writer)
    this.#writer.close()
  }

  async settle(draw: () => number): Promise<Lineage | undefined> {
    await this.#group.submit(single(() => drawLineage(this.#writer, draw)))
    return checkpoint(this.#writer) ? readLineage(this.#writer) : undefined
  }

  /** If the disk cannot be read now, reports no change; the next check will. */
  #readDataVersion(): unknown {
    try {
      return this.#reader.readPragma('data_version')
    } catch {
      return this.#dataVersion
    }
  }

  #openWriter(): PreparedConnection {
    return openWriter(this.#module, this.#options.path, this.#options.synchronous)
  }

  #openReader(): PreparedConnection {
    return new PreparedConnection(this.#module, this.#options.path, [
      'query_only = on',
      'temp_store = memory',
    ])
  }

  /**
   * Each commit empties the reading connection's cache, but not that of the writing one. So quick reads use the writing
   * connection too, except while its transaction is open: they must not see what is not committed.
   */
  #readerFor({ lane }: Pick<Statement<unknown, unknown>, 'lane'>): PreparedConnection {
    const isFree = lane === 'quick' && !this.#broken && !this.#writer.raw.isTransaction
    return isFree ? this.#writer : this.#reader
  }

  #read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #engine() {
    const exec = (sql: string) => this.#writer.exec(sql)
    return {
      begin: () => {
        this.#reopenIfBroken()
        exec('begin immediate')
      },
      commit: () => {
        if (this.#counter === undefined) exec('commit')
        else this.#counter.around(this.#writer, () => exec('commit'))
      },
      rollback: () => exec('rollback'),
      savepoint: () => exec('savepoint entry'),
      release: () => exec('release entry'),
      rollbackToSavepoint: () => {
        exec('rollback to entry')
        exec('release entry')
      },
      isOpen: () => this.#writer.raw.isTransaction,
      isBusy: (error: unknown) => sqliteCode(error) === sqliteCodes.busy,
      explain: (error: unknown) => this.#explain(error),
    }
  }

  /** After a failed sync the pages in memory may differ from the disk, so only a new connection can be trusted. */
  #reopenIfBroken(): void {
    if (!this.#broken) return
    const fresh = this.#openWriter()
    this.#writer.close()
    this.#writer = fresh
    this.#openings += 1
    this.#broken = false
  }

  #explain(error: unknown): unknown {
    const code = sqliteCode(error)
    if (code !== undefined && needsReopening.includes(code)) this.#broken = true
    return explainSqlite(error)
  }
}

/** A single statement, which undoes itself if it fails. */
function single<T>(run: () => T) {
  return { run, hasWritten: () => false }
}
