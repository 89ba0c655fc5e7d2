import { sqliteCapabilities } from '../capabilities.ts'
import type { Transaction } from '../database.ts'
import type { Statement } from '../statement.ts'
import type { PreparedConnection } from './connection.ts'

export class SqliteTransaction implements Transaction {
  readonly capabilities = sqliteCapabilities
  readonly effects: (() => void)[] = []
  readonly origin: object
  readonly #connection: () => PreparedConnection
  #open = false
  #hasWritten = false

  constructor(connection: () => PreparedConnection, origin: object) {
    this.#connection = connection
    this.origin = origin
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  async within<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#open = true
    try {
      return await withinThisTurn(work(this))
    } finally {
      this.#open = false
    }
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    const rows = this.#writer().all(statement, parameters)
    this.#hasWritten ||= statement.compiled('sqlite').writes
    return rows
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    const row = this.#writer().first(statement, parameters)
    this.#hasWritten ||= statement.compiled('sqlite').writes
    return row
  }

  async run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    const changed = this.#writer().run(statement, parameters)
    this.#hasWritten ||= changed > 0 || !statement.compiled('sqlite').counts
    return changed
  }

  async send<P>(statement: Statement<P, unknown>, parameters: P): Promise<void> {
    await this.run(statement, parameters)
  }

  afterCommit(effect: () => void): void {
    this.effects.push(effect)
  }

  #writer(): PreparedConnection {
    if (!this.#open) throw new Error('the transaction is over')
    return this.#connection()
  }
}

/**
 * Statements resolve within the same turn of the event loop, so anything that takes longer is waiting for something
 * else.
 */
function withinThisTurn<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setImmediate(() => reject(new Error('a transaction awaits nothing but its own statements')))
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V) => {
        clearImmediate(late)
        end(value)
      }
    work.then(settle(resolve), settle(reject))
  })
}
