import type pg from 'pg'
import { postgresCapabilities } from '../capabilities.ts'
import type { Transaction } from '../database.ts'
import { runEffects } from '../effects.ts'
import type { Statement } from '../statement.ts'
import { commit, execute, type Send, sendOn, writeTogether } from './client.ts'
import { explainCommit, isAborted, isSilence, isStale, NotCommitted, reach } from './errors.ts'
import type { Result } from './prepared-query.ts'

/** How many statements of a transaction may be on their way before it waits for the next one. */
const MOST_UNANSWERED = 100

type Attempt = {
  readonly pool: pg.Pool
  /** The statements that begin the transaction. */
  readonly begin: string
  readonly origin: object
  readonly named: boolean
}

/** Runs one transaction on one connection. */
export async function attempt<T>(
  work: (transaction: PostgresTransaction) => Promise<T>,
  { pool, begin, origin, named }: Attempt,
): Promise<T> {
  const client = await reach(() => pool.connect())
  const transaction = new PostgresTransaction(sendOn(client), origin, named)
  let broken = true
  let committing = false
  // The statements report a broken connection; without a listener the event would crash the process.
  client.on('error', ignore)
  writeTogether(client)
  // The first statement is sent without waiting for this one, and fails if this one does.
  const refusal = client.query(begin).then(
    () => undefined,
    (error: unknown) => error,
  )
  try {
    const result = await transaction.within(work)
    // One that failed before it was sent is unknown to the server.
    if (transaction.failure !== undefined) throw transaction.failure
    committing = true
    await commit(client)
    broken = false
    runEffects(transaction.effects)
    return result
  } catch (thrown) {
    const isConsequence = isAborted(thrown) || thrown instanceof NotCommitted
    const seen = (await refusal) ?? (isConsequence ? (transaction.failure ?? thrown) : thrown)
    broken =
      isUnusable(seen) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    // What the work decided is void if a statement failed that it did not wait for.
    if (!broken) await transaction.answered
    const error = transaction.unseenFailure ?? seen
    broken ||= isUnusable(error)
    throw committing ? explainCommit(error) : error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/** Whether a connection must not be used again after such an error. */
function isUnusable(error: unknown): boolean {
  return isSilence(error) || isStale(error)
}

export class PostgresTransaction implements Transaction {
  readonly capabilities = postgresCapabilities
  readonly effects: (() => void)[] = []
  readonly origin: object
  readonly #named: boolean
  #send: Send | undefined
  #failure: unknown
  #unseenFailure: unknown
  #unanswered = 0
  #answered: Promise<void> = Promise.resolve()

  constructor(send: Send, origin: object, named: boolean) {
    this.#send = send
    this.origin = origin
    this.#named = named
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await this.execute(statement, parameters)).rows as R[]
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.all(statement, parameters))[0]
  }

  async run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return (await this.execute(statement, parameters)).rowCount ?? 0
  }

  /** Waits only where many are on their way, which bounds what is kept in memory for them. */
  async send<P>(statement: Statement<P, unknown>, parameters: P): Promise<void> {
    this.#unanswered += 1
    const result = this.execute(statement, parameters).finally(() => {
      this.#unanswered -= 1
    })
    if (this.#unanswered > MOST_UNANSWERED) await result
    else
      this.#answered = result.then(ignore, (error: unknown) => {
        if (!isAborted(error)) this.#unseenFailure ??= error
      })
  }

  afterCommit(effect: () => void): void {
    this.effects.push(effect)
  }

  /** The first error of a statement: why those that were sent after it failed too. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Resolves when the statements are answered that the work did not wait for: the last of them is answered last. Never
   * resolves if the server is silent.
   */
  get answered(): Promise<void> {
    return this.#answered
  }

  /** The first error of a statement that the work did not wait for. */
  get unseenFailure(): unknown {
    return this.#unseenFailure
  }

  execute<P>(statement: Statement<P, unknown>, parameters: P): Promise<Result> {
    const result = execute(this.#open(), statement, parameters, this.#named)
    result.catch((error: unknown) => {
      this.#failure ??= error
    })
    return result
  }

  /** Refuses statements as soon as the work is done: behind the commit or the rollback they would be stored at once. */
  async within<T>(work: (transaction: this) => Promise<T>): Promise<T> {
    try {
      return await work(this)
    } finally {
      this.#send = undefined
    }
  }

  #open(): Send {
    if (this.#send === undefined) throw new Error('the transaction is over')
    return this.#send
  }
}

function ignore(): void {}
