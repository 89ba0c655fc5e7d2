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

type Entry = {
  run: () => unknown
  /** A failed single statement undoes itself; several statements need a savepoint. */
  savepoint: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

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
 */
export class GroupCommit {
  readonly #engine: GroupEngine
  readonly #options: GroupCommitOptions
  #queue: Entry[] = []
  #scheduled = false
  #idle: (() => void)[] = []

  constructor(engine: GroupEngine, options: GroupCommitOptions) {
    this.#engine = engine
    this.#options = options
  }

  get depth(): number {
    return this.#queue.length
  }

  submit<T>(run: () => T | Promise<T>, savepoint: boolean): Promise<T> {
    if (this.#queue.length >= this.#options.maxQueue) {
      return Promise.reject(
        new Fault('busy', { detail: 'too many writes are waiting', retryAfterSeconds: 1 }),
      )
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, savepoint, resolve: resolve as (value: unknown) => void, reject })
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
    setImmediate(() => void this.#flush())
  }

  async #flush(): Promise<void> {
    const batch = this.#queue.splice(0, this.#options.maxBatch)
    await this.#commitBatch(batch)
    this.#scheduled = false
    if (this.#queue.length > 0) this.#schedule()
    else for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #commitBatch(batch: readonly Entry[]): Promise<void> {
    const settled: (() => void)[] = []
    try {
      await this.#begin()
      for (const entry of batch) settled.push(await this.#runEntry(entry))
      this.#engine.commit()
    } catch (error) {
      this.#undo()
      const reason = this.#engine.explain(error)
      for (const entry of batch) entry.reject(reason)
      return
    }
    this.#options.onBatch?.(batch.length)
    for (const settle of settled) settle()
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

  async #runEntry(entry: Entry): Promise<() => void> {
    if (entry.savepoint) this.#engine.savepoint()
    try {
      const value = entry.run()
      const result = value instanceof Promise ? await value : value
      if (entry.savepoint) this.#engine.release()
      return () => entry.resolve(result)
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction inside SQLite: later writes must not run outside one.
      if (!this.#engine.isOpen()) throw error
      if (entry.savepoint) this.#engine.rollbackToSavepoint()
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
