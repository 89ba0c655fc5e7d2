import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../fault.ts'
import { sqliteCapabilities } from './capabilities.ts'
import type { Database, Transaction } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { PreparedConnection } from './sqlite-connection.ts'
import { loadSqlite, type SqliteModule, sqliteCode, sqliteCodes } from './sqlite-driver.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import type { Statement } from './statement.ts'

export type SqliteOptions = {
  path: string
  monotonic: () => number
  maxQueue?: number
  /** 1 is a commit a write. */
  maxBatch?: number
  /** Anything but FULL may lose answered writes: for the tests that show so. */
  synchronous?: 'full' | 'normal' | 'off'
  onBatch?: (size: number) => void
}

const SYNCHRONOUS_LEVEL = { off: 0, normal: 1, full: 2 } as const

const unavailable = [
  sqliteCodes.busy,
  sqliteCodes.locked,
  sqliteCodes.readonly,
  sqliteCodes.ioerr,
  sqliteCodes.full,
  sqliteCodes.cantopen,
]

export async function openSqlite(options: SqliteOptions): Promise<Database & { depth(): number }> {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 })
  // SQLite gives its other files the mode of the first one.
  closeSync(openSync(options.path, 'a', 0o600))
  return new SqliteDatabase(await loadSqlite(), options)
}

class SqliteDatabase implements Database {
  readonly capabilities = sqliteCapabilities
  readonly #module: SqliteModule
  readonly #options: SqliteOptions
  readonly #group: GroupCommit
  readonly #listeners: (() => void)[] = []
  #writer: PreparedConnection
  #reader: PreparedConnection
  #broken = false
  #dataVersion: unknown
  #watch: NodeJS.Timeout | undefined

  constructor(module: SqliteModule, options: SqliteOptions) {
    this.#module = module
    this.#options = options
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
      return this.#group.submit(() => this.#writer.all(statement, parameters), false)
    }
    return this.#read(() => this.#reader.all(statement, parameters))
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return this.#group.submit(() => this.#writer.run(statement, parameters), false)
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new SqliteTransaction(() => this.#writer)
    const result = await this.#group.submit(() => transaction.within(work), true)
    for (const effect of transaction.effects) effect()
    return result
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.write(work)
  }

  async ping(): Promise<void> {
    this.#read(() => this.#reader.readPragma('user_version'))
  }

  /** `data_version` changes when another connection commits: one cheap look tells. */
  onOutsideChange(listener: () => void): void {
    this.#listeners.push(listener)
    this.#watch ??= setInterval(() => {
      const version = this.#reader.readPragma('data_version')
      if (version === this.#dataVersion) return
      this.#dataVersion = version
      for (const tell of this.#listeners) tell()
    }, 100).unref()
  }

  announce(): void {}

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await this.#group.drained()
    this.#reader.close()
    this.#writer.raw.exec('pragma wal_checkpoint(truncate)')
    this.#writer.close()
  }

  #openWriter(): PreparedConnection {
    const synchronous = this.#options.synchronous ?? 'full'
    const connection = new PreparedConnection(this.#module, this.#options.path, [
      'journal_mode = wal',
      `synchronous = ${synchronous}`,
      'foreign_keys = on',
      'wal_autocheckpoint = 1000',
      'journal_size_limit = 67108864',
      'temp_store = memory',
    ])
    const journal = connection.readPragma('journal_mode')
    const level = connection.readPragma('synchronous')
    if (journal !== 'wal' || level !== SYNCHRONOUS_LEVEL[synchronous]) {
      connection.close()
      throw new Error(`SQLite did not take journal_mode=wal and synchronous=${synchronous}`)
    }
    return connection
  }

  #openReader(): PreparedConnection {
    return new PreparedConnection(this.#module, this.#options.path, [
      'query_only = on',
      'temp_store = memory',
    ])
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
      commit: () => exec('commit'),
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

  /** After a failed sync the pages in memory may not be on disk: only a new connection tells the truth. */
  #reopenIfBroken(): void {
    if (!this.#broken) return
    this.#writer.close()
    this.#writer = this.#openWriter()
    this.#broken = false
  }

  #explain(error: unknown): unknown {
    const code = sqliteCode(error)
    if (code === undefined || !unavailable.includes(code)) return error
    if (code === sqliteCodes.ioerr || code === sqliteCodes.cantopen) this.#broken = true
    return new Fault('busy', {
      detail: 'the database cannot be written now',
      retryAfterSeconds: 2,
      cause: error,
    })
  }
}
