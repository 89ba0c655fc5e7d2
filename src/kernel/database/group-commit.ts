import { writeAtTurnEnd } from '../async/request-turn.ts'
import { Fault } from '../base/fault.ts'

/** What group commit needs from the engine. */
type GroupEngine = {
  begin(): void
  commit(): void
  rollback(): void
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** Whether the transaction that was begun is still open. */
  isOpen(): boolean
  /** Whether `begin` failed only because another process is writing. */
  isBusy(error: unknown): boolean
  /** Turns an engine's error into one for the caller. */
  explain(error: unknown): unknown
}

/** Something to write. It may run twice: see `GroupCommit`. */
type Work<T> = {
  run: () => T | Promise<T>
  /** Whether the last run changed something that a failure leaves behind: a failed single statement undoes itself. */
  hasWritten: () => boolean
}

type Entry = Work<unknown> & {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A write failed after it had changed something, and there is no savepoint to go back to. */
class HalfWritten extends Error {
  readonly entry: Entry

  constructor(entry: Entry, cause: unknown) {
    super('a write failed half-way', { cause })
    this.entry = entry
  }
}

/** How many writes get a savepoint after one of them has failed half-way: where one fails, others often do. */
const CAREFUL_WRITES = 500

type GroupCommitOptions = {
  maxQueue: number
  maxBatch: number
  busyTimeoutMs: number
  monotonic: () => number
  onBatch?: (size: number) => void
}

/**
 * Writes that wait in the same turn of the event loop share one transaction and one sync to disk; each resolves after
 * the commit. If one write fails, only that one is undone.
 *
 * Savepoints would make that easy, but they are expensive: at each one the text index writes all that it has collected.
 * So writes first run without. If one fails half-way, everything is rolled back and the others run again, in savepoints.
 */
export class GroupCommit {
  readonly #engine: GroupEngine
  readonly #options: GroupCommitOptions
  #queue: Entry[] = []
  #scheduled = false
  /** How many of the next writes run in savepoints. */
  #careful = 0
  #idle: (() => void)[] = []

  constructor(engine: GroupEngine, options: GroupCommitOptions) {
    this.#engine = engine
    this.#options = options
  }

  get depth(): number {
    return this.#queue.length
  }

  submit<T>(work: Work<T>): Promise<T> {
    if (this.#queue.length >= this.#options.maxQueue) {
      return Promise.reject(
        new Fault('busy', { detail: 'too many writes are waiting', retryAfterSeconds: 1 }),
      )
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ ...work, resolve: resolve as (value: unknown) => void, reject })
      this.#schedule()
    })
  }

  /** Resolves when no writes are waiting. */
  async drained(): Promise<void> {
    if (!this.#scheduled && this.#queue.length === 0) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    writeAtTurnEnd(() => void this.#flush())
  }

  async #flush(): Promise<void> {
    const batch = this.#queue.splice(0, this.#options.maxBatch)
    await this.#commitBatch(batch)
    this.#scheduled = false
    if (this.#queue.length > 0) this.#schedule()
    else for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #commitBatch(batch: readonly Entry[]): Promise<void> {
    if (batch.length === 0) return
    const settled = await this.#runBatch(batch).catch((error: unknown) => {
      this.#undo()
      return error
    })
    if (settled instanceof HalfWritten) {
      const { entry, cause } = settled
      // Before the others run again: an error of the disk makes the engine open its file anew.
      const reason = this.#engine.explain(cause)
      this.#careful = CAREFUL_WRITES
      await this.#commitBatch(batch.filter((other) => other !== entry))
      entry.reject(reason)
      return
    }
    if (!Array.isArray(settled)) {
      const reason = this.#engine.explain(settled)
      for (const entry of batch) entry.reject(reason)
      return
    }
    this.#careful = Math.max(0, this.#careful - batch.length)
    this.#options.onBatch?.(batch.length)
    for (const settle of settled) settle()
  }

  async #runBatch(batch: readonly Entry[]): Promise<(() => void)[]> {
    const settled: (() => void)[] = []
    // A write that is alone is undone by rolling back.
    const isCareful = this.#careful > 0 && batch.length > 1
    await this.#begin()
    for (const entry of batch) settled.push(await this.#runEntry(entry, isCareful))
    this.#engine.commit()
    return settled
  }

  /** Waits for another process's write on the event loop instead of blocking inside SQLite. */
  async #begin(): Promise<void> {
    const deadline = this.#options.monotonic() + this.#options.busyTimeoutMs
    for (;;) {
      try {
        return this.#engine.begin()
      } catch (error) {
        if (!this.#engine.isBusy(error) || this.#options.monotonic() >= deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
  }

  async #runEntry(entry: Entry, isCareful: boolean): Promise<() => void> {
    if (isCareful) this.#engine.savepoint()
    try {
      const value = entry.run()
      const result = value instanceof Promise ? await value : value
      if (isCareful) this.#engine.release()
      return () => entry.resolve(result)
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction inside SQLite: later writes must not run outside one.
      if (!this.#engine.isOpen()) throw error
      if (isCareful) this.#engine.rollbackToSavepoint()
      else if (entry.hasWritten()) throw new HalfWritten(entry, error)
      const reason = this.#engine.explain(error)
      return () => entry.reject(reason)
    }
  }

  #undo(): void {
    try {
      if (this.#engine.isOpen()) this.#engine.rollback()
    } catch {
      // The engine has already rolled back; the next `begin` shows whether it works again.
    }
  }
}
