import type { Capabilities } from './capabilities.ts'
import type { Statement } from './statement.ts'

/**
 * Distinguishes a database from an older copy of itself: SQLite opens a file whose write-ahead log was lost without
 * any warning. Both numbers are in the file's header (`application_id`, `user_version`). The id is 0 until it is
 * drawn, and again in a file that a backup was restored into; the count only grows.
 */
export type Lineage = { readonly id: number; readonly count: number }

export type Reader = {
  all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
  first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
}

export type Writer = Reader & {
  /** Returns the number of changed rows, which shows what a guard decided. */
  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number>
  /**
   * Runs a statement whose result nobody reads. A transaction need not wait for it: later statements see its effect or,
   * if it fails, fail too, and so does the commit.
   */
  send<P>(statement: Statement<P, unknown>, parameters: P): Promise<void>
}

/** A transaction may await only its own statements: messages are sent through the outbox table. */
export type Transaction = Writer & {
  readonly capabilities: Capabilities
  /** Identifies the database that it belongs to. */
  readonly origin: object
  /** Runs after the transaction is durable; never if it is rolled back. */
  afterCommit(effect: () => void): void
}

/** Outside a transaction, each writing statement is its own transaction, durable when its promise resolves. */
export type Database = Writer & {
  readonly capabilities: Capabilities
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` while no other process can migrate. */
  exclusively<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Resolves if the engine responds. */
  ping(): Promise<void>
  /** Calls back when another connection may have committed; how this is detected depends on the engine. */
  onOutsideChange(listener: () => void): void
  /** Notifies the other processes that something was committed; several calls are combined into one. */
  announce(): void
  /** Changes when another process has committed, and needs no read. Engines that cannot provide it leave it out. */
  outsideVersion?(): number
  /**
   * Returns the lineage of a database that is one file, after moving everything into that file; undefined if another
   * process prevents that. Engines that track their own history leave it out.
   */
  settle?(draw: () => number): Promise<Lineage | undefined>
  close(): Promise<void>
}
