import pg from 'pg'
import { postgresCapabilities } from './capabilities.ts'
import type { Database, Transaction } from './database.ts'
import { clientOptions, execute, LastingClient, type Queryable } from './postgres-client.ts'
import { explainPostgres, isRetryable } from './postgres-errors.ts'
import type { Statement } from './statement.ts'

export type PostgresOptions = {
  url: string
  poolSize?: number
}

const CHANNEL = 'lanyard_change'
/** Names the lock that migrations hold; any number that nobody else uses in this database. */
export const MIGRATION_LOCK = 7_405_221_001
const ATTEMPTS = 6
/** A notification can be lost with its connection: a look of our own bounds the delay. */
const FALLBACK_MS = 500

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options)
  await database.ping()
  return database
}

class PostgresDatabase implements Database {
  readonly capabilities = postgresCapabilities
  readonly #pool: pg.Pool
  readonly #reader: LastingClient
  readonly #listener: LastingClient
  readonly #listeners: (() => void)[] = []
  #fallback: NodeJS.Timeout | undefined
  #announced = false

  constructor(options: PostgresOptions) {
    const config = clientOptions(options.url)
    this.#pool = new pg.Pool({ ...config, max: options.poolSize ?? 10 })
    // A broken idle connection is the pool's to replace.
    this.#pool.on('error', () => {})
    this.#reader = new LastingClient({ ...config, pipeline: true })
    this.#listener = new LastingClient(config, async (client) => {
      client.on('notification', () => this.#tell())
      await client.query(`listen ${CHANNEL}`)
    })
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

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(work, async () => {})
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(work, async (client) => {
      await client.query('set local lock_timeout = 0')
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    })
  }

  async ping(): Promise<void> {
    await this.#explained(async () => (await this.#reader.get()).query('select 1'))
  }

  onOutsideChange(listener: () => void): void {
    this.#listeners.push(listener)
    const connect = () => void this.#listener.get().catch(() => undefined)
    connect()
    this.#fallback ??= setInterval(() => {
      connect()
      this.#tell()
    }, FALLBACK_MS).unref()
  }

  /** One notification a turn, outside every transaction: a commit that notifies takes a lock on the whole database. */
  announce(): void {
    if (this.#announced) return
    this.#announced = true
    setImmediate(async () => {
      this.#announced = false
      await this.#reader
        .get()
        .then((client) => client.query(`notify ${CHANNEL}`))
        .catch(() => undefined)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#fallback)
    await Promise.all([this.#pool.end(), this.#reader.close(), this.#listener.close()])
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Reads share a pipelined connection; a write that waits for a lock must not hold them up. */
  #execute<P>(statement: Statement<P, unknown>, parameters: P): Promise<pg.QueryResult> {
    return this.#explained(async () => {
      if (!statement.compiled('postgres').writes)
        return execute(await this.#reader.get(), statement, parameters)
      return again(() => execute(this.#pool, statement, parameters))
    })
  }

  #transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    prepare: (client: pg.PoolClient) => Promise<void>,
  ): Promise<T> {
    return this.#explained(() => again(() => this.#attempt(work, prepare)))
  }

  async #attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    prepare: (client: pg.PoolClient) => Promise<void>,
  ): Promise<T> {
    const client = await this.#pool.connect()
    const transaction = new PostgresTransaction(client)
    let broken = true
    try {
      await client.query('begin')
      await prepare(client)
      const result = await work(transaction)
      await client.query('commit')
      broken = false
      for (const effect of transaction.effects) effect()
      return result
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      throw error
    } finally {
      transaction.end()
      client.release(broken)
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

/** Runs again what PostgreSQL rolled back in favour of another transaction. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt))
    }
  }
}

export class PostgresTransaction implements Transaction {
  readonly capabilities = postgresCapabilities
  readonly effects: (() => void)[] = []
  #client: Queryable | undefined

  constructor(client: Queryable) {
    this.#client = client
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await execute(this.#open(), statement, parameters)).rows as R[]
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  async run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return (await execute(this.#open(), statement, parameters)).rowCount ?? 0
  }

  afterCommit(effect: () => void): void {
    this.effects.push(effect)
  }

  end(): void {
    this.#client = undefined
  }

  #open(): Queryable {
    if (this.#client === undefined) throw new Error('the transaction is over')
    return this.#client
  }
}
