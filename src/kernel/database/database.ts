import type { Capabilities } from './capabilities.ts'
import type { Statement } from './statement.ts'

/**
 * Tells a database from an older copy of it: SQLite itself opens a file whose write-ahead log was lost without a word.
 * Both numbers are in the header of the file (`application_id`, `user_version`). The id is 0 until it is drawn, and again
 * in a file that a backup was restored into; the count only grows.
 */
export type Lineage = { readonly id: number; readonly count: number }

export type Reader = {
  all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
  first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
}

export type Writer = Reader & {
  /** Gives the number of rows that the statement changed: what a guard decided. */
  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number>
}

/** A transaction awaits nothing but its own statements: messages leave through the outbox table. */
export type Transaction = Writer & {
  readonly capabilities: Capabilities
  /** The database that it belongs to, by identity. */
  readonly origin: object
  /** Runs once the transaction is durable; never when it is rolled back. */
  afterCommit(effect: () => void): void
}

/** Outside a transaction a statement that writes is a transaction of its own, durable when it is answered. */
export type Database = Writer & {
  readonly capabilities: Capabilities
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` alone: no other process migrates meanwhile. */
  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Tells whether the engine answers now. */
  ping(): Promise<void>
  /** Calls back when another connection may have committed; the way differs an engine. */
  onOutsideChange(listener: () => void): void
  /** Tells the other processes that something was committed; coalesced. */
  announce(): void
  /** Changes when another process has committed, and costs no read; engines that cannot tell have none. */
  outsideVersion?(): number
  /**
   * Gives the lineage of a database that is one file, once all of it is in that file; undefined where another process
   * keeps it from being so. Engines that keep their own history have none to tell.
   */
  settle?(draw: () => number): Promise<Lineage | undefined>
  close(): Promise<void>
}
