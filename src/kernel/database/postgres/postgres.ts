import pg from 'pg'
import { finishes } from '../../async/settle-all.ts'
import { postgresCapabilities } from '../capabilities.ts'
import type { Database, Transaction } from '../database.ts'
import type { Statement } from '../statement.ts'
import {
  beginWith,
  clientOptions,
  execute,
  LastingClient,
  quickSettings,
  sendOn,
  setForSession,
  usualSettings,
} from './client.ts'
import { explainPostgres, isLockTimeout, isRetryable, isStale, isStatementTimeout, reach } from './errors.ts'
import type { Result } from './prepared-query.ts'
import { PipelinedReader } from './reader.ts'
import { TableStatistics } from './statistics.ts'
import { attempt, type PostgresTransaction } from './transaction.ts'

type PostgresOptions = {
  url: string
  /**
   * False behind a pooler that lends connections for single transactions: nothing may then depend on the session, so
   * statements are not prepared, settings are made in each transaction, and changes are polled for.
   */
  ownsSessions?: boolean
}

const CHANNEL = 'lanyard_change'
/** The number of the lock that migrations take; any number that nothing else in this database uses. */
export const MIGRATION_LOCK = 7_405_221_001
const ATTEMPTS = 6
const POOL_SIZE = 10
/** Few, so that one process's long reads do not overload the server; further ones wait. */
const HEAVY_POOL_SIZE = 4
/** How long a read waits for a connection of the heavy pool. */
const HEAVY_WAIT_MS = 10_000
/**
 * While a migration waits for a table lock, everyone else waits behind it, so it gives up after this time and tries
 * again.
 */
const MIGRATION_LOCK_WAIT_MS = 1_000
const MIGRATION_ATTEMPTS = 60
/**
 * A connection can die silently, so it is given up after this time. PostgreSQL itself cancels a statement earlier.
 */
const SILENCE_MS = 22_000
/** How long connections may take to close; idle ones do not keep the process alive longer than that. */
const GOODBYE_MS = 2_000
/** For migrations, which may take long and wait for migrations of other processes. */
const patientSettings = { ...usualSettings, lock_timeout: 0, statement_timeout: 0 }
/** A notification can be lost with its connection, so this process also polls to limit the delay. */
const FALLBACK_MS = 500
/** Begins a transaction on a connection whose session is shared. */
const BEGIN_ALONE = beginWith(quickSettings)

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options)
  await database.ping()
  return database
}

class PostgresDatabase implements Database {
  readonly capabilities = postgresCapabilities
  readonly #pool: pg.Pool
  /** For reads that may take long, and for `analyze`: they delay only each other. */
  readonly #heavyPool: pg.Pool
  readonly #patientPool: pg.Pool
  readonly #reader: PipelinedReader
  readonly #statistics: TableStatistics
  readonly #ownsSessions: boolean
  /** Undefined if sessions are shared: notifications would be lost. */
  readonly #listener: LastingClient | undefined
  readonly #listeners: (() => void)[] = []
  #fallback: NodeJS.Timeout | undefined
  #announced = false

  constructor({ url, ownsSessions = true }: PostgresOptions) {
    const patient = clientOptions(url)
    const config = { ...patient, query_timeout: SILENCE_MS }
    this.#ownsSessions = ownsSessions
    this.#pool = this.#createPool({ ...config, max: POOL_SIZE }, quickSettings)
    const heavy = { connectionTimeoutMillis: HEAVY_WAIT_MS, max: HEAVY_POOL_SIZE }
    this.#heavyPool = this.#createPool({ ...config, ...heavy })
    this.#patientPool = this.#createPool({ ...patient, max: 1 }, patientSettings)
    this.#reader = new PipelinedReader(config, ownsSessions)
    this.#statistics = new TableStatistics(this.#heavyPool)
    this.#listener = ownsSessions
      ? new LastingClient(config, async (client) => {
          client.on('notification', () => this.#tell())
          await client.query(`listen ${CHANNEL}`)
        })
      : undefined
  }

  #createPool(config: pg.PoolConfig, settings = usualSettings): pg.Pool {
    const pool = new pg.Pool({
      ...config,
      allowExitOnIdle: true,
      // Statements that do not wait for each other's results travel together.
      pipeline: true,
      onConnect: async (client) => {
        if (this.#ownsSessions) await client.query(setForSession(settings))
      },
    })
    // The pool replaces a broken idle connection.
    return pool.on('error', ignore)
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await this.#execute(statement, parameters)).rows as R[]
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  async run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return (await this.#execute(statement, parameters)).rowCount ?? 0
  }

  async send<P>(statement: Statement<P, unknown>, parameters: P): Promise<void> {
    await this.run(statement, parameters)
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const run = () => this.#transact(work)
    const result = await this.#explained(() => again(run))
    this.#statistics.noteWrite()
    return result
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const lock = `select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    const begin = `${beginWith(patientSettings)}; ${lock}; set local lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`
    const how = { pool: this.#patientPool, begin, origin: this, named: this.#ownsSessions }
    const run = () => attempt(work, how)
    const isWorthwhile = (error: unknown) => isRetryable(error) || isLockTimeout(error)
    return this.#explained(() => again(run, { attempts: MIGRATION_ATTEMPTS, isWorthwhile }))
  }

  async ping(): Promise<void> {
    await this.#explained(() => this.#reader.query({ text: 'select 1' }))
  }

  onOutsideChange(listener: () => void): void {
    this.#listeners.push(listener)
    const connect = () => void this.#listener?.get().catch(() => undefined)
    connect()
    this.#fallback ??= setInterval(() => {
      connect()
      this.#tell()
    }, FALLBACK_MS).unref()
  }

  /**
   * Sends one notification per turn, outside every transaction: a commit that notifies takes a lock on the whole
   * database.
   */
  announce(): void {
    if (this.#announced || this.#listener === undefined) return
    this.#announced = true
    setImmediate(async () => {
      this.#announced = false
      await this.#reader.query({ text: `notify ${CHANNEL}` }).catch(ignore)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#fallback)
    const pools = this.#pools().map((pool) => pool.end())
    await finishes([...pools, this.#reader.close(), this.#listener?.close()], GOODBYE_MS)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #pools(): pg.Pool[] {
    return [this.#pool, this.#heavyPool, this.#patientPool]
  }

  #execute<P>(statement: Statement<P, unknown>, parameters: P): Promise<Result> {
    return this.#explained(() => again(() => this.#executeOnce(statement, parameters)))
  }

  #executeOnce<P>(statement: Statement<P, unknown>, parameters: P): Promise<Result> {
    if (statement.compiled('postgres').writes) return this.#writeAlone(statement, parameters)
    return statement.lane === 'heavy'
      ? executeOnce(this.#heavyPool, { statement, parameters, named: this.#ownsSessions })
      : this.#readQuickly(statement, parameters)
  }

  async #writeAlone<P>(statement: Statement<P, unknown>, parameters: P): Promise<Result> {
    const result = this.#ownsSessions
      ? await executeOnce(this.#pool, { statement, parameters, named: true })
      : await this.#transact((transaction) => transaction.execute(statement, parameters))
    this.#statistics.noteWrite()
    return result
  }

  #transact<T>(work: (transaction: PostgresTransaction) => Promise<T>): Promise<T> {
    const named = this.#ownsSessions
    return attempt(work, { pool: this.#pool, begin: named ? 'begin' : BEGIN_ALONE, origin: this, named })
  }

  /**
   * A read that takes too long, or waits for a lock, is repeated on the heavy pool, where it delays no quick read.
   */
  async #readQuickly<P>(statement: Statement<P, unknown>, parameters: P): Promise<Result> {
    const named = this.#ownsSessions
    try {
      return await execute((query) => this.#reader.query(query), statement, parameters, named)
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      return executeOnce(this.#heavyPool, { statement, parameters, named })
    }
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw explainPostgres(error)
    }
  }
}

function ignore(): void {}

/** Runs one statement on a pooled connection; if it fails, the connection is discarded. */
async function executeOnce<P>(
  pool: pg.Pool,
  { statement, parameters, named }: { statement: Statement<P, unknown>; parameters: P; named: boolean },
): Promise<Result> {
  const client = await reach(() => pool.connect())
  let broken = true
  // The statement reports a broken connection; without a listener the event would crash the process.
  client.on('error', ignore)
  try {
    const result = await execute(sendOn(client), statement, parameters, named)
    broken = false
    return result
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

type Patience = { readonly attempts: number; readonly isWorthwhile: (error: unknown) => boolean }

/**
 * Repeats what PostgreSQL rolled back in favour of another transaction. Each attempt with stale statements discards
 * its connection, so the number of such attempts is limited by the size of the pool.
 */
async function again<T>(
  work: () => Promise<T>,
  { attempts, isWorthwhile }: Patience = { attempts: ATTEMPTS, isWorthwhile: isRetryable },
): Promise<T> {
  for (let [attempt, stale] = [1, 0]; ; ) {
    try {
      return await work()
    } catch (error) {
      if (isStale(error) && stale++ <= POOL_SIZE) continue
      if (attempt >= attempts || !isWorthwhile(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** attempt, 1_000)))
      attempt++
    }
  }
}
