import pg from 'pg'
import { postgresCapabilities } from './capabilities.ts'
import type { Database, Transaction } from './database.ts'
import { runEffects } from './effects.ts'
import { clientOptions, execute, LastingClient, type Queryable } from './postgres-client.ts'
import { explainPostgres, isRetryable, isSilence } from './postgres-errors.ts'
import type { Statement } from './statement.ts'

type PostgresOptions = {
  url: string
  poolSize?: number
}

const CHANNEL = 'lanyard_change'
/** Names the lock that migrations hold; any number that nobody else uses in this database. */
export const MIGRATION_LOCK = 7_405_221_001
const ATTEMPTS = 6
/** A connection can die without a word. PostgreSQL itself gives a statement up before that. */
const SILENCE_MS = 22_000
/** How long the connections get to say goodbye; idle ones do not keep the process alive beyond that. */
const GOODBYE_MS = 2_000
const poolOptions = { allowExitOnIdle: true }
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
  /** For migrations: they take as long as they take, and wait for those of another process. */
  readonly #patientPool: pg.Pool
  readonly #reader: LastingClient
  readonly #listener: LastingClient
  readonly #listeners: (() => void)[] = []
  #fallback: NodeJS.Timeout | undefined
  #announced = false

  constructor(options: PostgresOptions) {
    const patient = clientOptions(options.url)
    const config = { ...patient, query_timeout: SILENCE_MS }
    this.#pool = new pg.Pool({ ...config, ...poolOptions, max: options.poolSize ?? 10 })
    const untimed = { lock_timeout: 0, statement_timeout: 0, max: 1 }
    this.#patientPool = new pg.Pool({ ...patient, ...poolOptions, ...untimed })
    // A broken idle connection is the pool's to replace.
    for (const pool of [this.#pool, this.#patientPool]) pool.on('error', ignore)
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
    return this.#transact(work, this.#pool)
  }

  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(work, this.#patientPool, `select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
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
    const pools = [this.#pool, this.#patientPool].map((pool) => pool.end())
    await atMost(GOODBYE_MS, Promise.all([...pools, this.#reader.close(), this.#listener.close()]))
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

  #transact<T>(work: (transaction: Transaction) => Promise<T>, pool: pg.Pool, first?: string): Promise<T> {
    return this.#explained(() => again(() => attempt(work, { pool, first, origin: this })))
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

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** One transaction on one connection; `first` is its first statement. */
async function attempt<T>(
  work: (transaction: Transaction) => Promise<T>,
  { pool, first, origin }: { pool: pg.Pool; first: string | undefined; origin: object },
): Promise<T> {
  const client = await pool.connect()
  const transaction = new PostgresTransaction(client, origin)
  let broken = true
  // Its statements tell that the connection broke; the event beside them would be nobody's.
  client.on('error', ignore)
  try {
    await client.query('begin')
    if (first !== undefined) await client.query(first)
    const result = await work(transaction)
    await client.query('commit')
    broken = false
    runEffects(transaction.effects)
    return result
  } catch (error) {
    broken =
      isSilence(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    throw error
  } finally {
    transaction.end()
    client.off('error', ignore)
    client.release(broken)
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
  readonly origin: object
  #client: Queryable | undefined

  constructor(client: Queryable, origin: object) {
    this.#client = client
    this.origin = origin
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
