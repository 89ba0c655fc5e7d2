import type { Context } from '../../kernel/context.ts'
import { type LocalChange, onLocalChange } from './local.ts'
import { RecentChanges } from './recent.ts'
import type { Change } from './store.ts'
import { ChangeTail } from './tail.ts'

export type ChangeFeed = {
  /** Calls back with each key that changed under the topic, in any process; returns a function that unsubscribes. */
  on(topic: string, listener: (key: string) => void): () => void
  /** Calls back when changes may have been missed after a long time without the database: caches must be cleared. */
  onMissed(listener: () => void): () => void
  /** Await this before the first read of anything that a listener keeps up to date. */
  start(): Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 500

type FeedOptions = {
  /** No other process serves this database; commands may still write to it. */
  isAlone?: boolean
}

export function createChangeFeed(context: Context, { isAlone = false }: FeedOptions = {}): ChangeFeed {
  return new TailedFeed(context, isAlone)
}

class TailedFeed implements ChangeFeed {
  readonly #context: Context
  readonly #isAlone: boolean
  readonly #tail: ChangeTail
  readonly #listeners = new Map<string, Set<(key: string) => void>>()
  readonly #missedListeners = new Set<() => void>()
  /**
   * A change by this process may be reported first by its commit or by the feed; whichever is second finds it here.
   */
  readonly #toldAtCommit = new RecentChanges()
  readonly #toldWhenRead = new RecentChanges()
  #running = false
  #subscribed = false
  #unread = false
  #reading: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #leave: () => void = () => {}

  constructor(context: Context, isAlone: boolean) {
    this.#context = context
    this.#isAlone = isAlone
    this.#tail = new ChangeTail(context.database, context.clock)
  }

  on(topic: string, listener: (key: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  onMissed(listener: () => void): () => void {
    this.#missedListeners.add(listener)
    return () => this.#missedListeners.delete(listener)
  }

  async start(): Promise<void> {
    if (this.#running) return
    await this.#tail.skip()
    this.#running = true
    const tell = (change: LocalChange) => this.#tellAtCommit(change)
    this.#leave = onLocalChange(this.#context.database, tell, { isAlone: this.#isAlone })
    if (!this.#subscribed) this.#context.database.onOutsideChange(() => this.#wake())
    this.#subscribed = true
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#running = false
    this.#leave()
    clearTimeout(this.#retry)
    await this.#reading
  }

  #tellAtCommit({ topic, key, seq }: LocalChange): void {
    if (seq === undefined) {
      this.#dispatch({ topic, key })
      return
    }
    const change = { topic, key, seq }
    if (!this.#toldWhenRead.take(change)) {
      this.#toldAtCommit.add(change)
      this.#dispatch(change)
    }
    this.#context.database.announce()
  }

  #tellWhenRead(change: Change): void {
    if (this.#toldAtCommit.take(change)) return
    this.#toldWhenRead.add(change)
    this.#dispatch(change)
  }

  #wake(): void {
    this.#unread = true
    if (this.#running) this.#reading ??= this.#readAll()
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#unread && this.#running) {
        this.#unread = false
        const { changes, missed, more } = await this.#tail.read()
        this.#unread ||= more
        if (missed) for (const listener of this.#missedListeners) this.#guarded(listener)
        for (const change of changes) this.#tellWhenRead(change)
      }
    } catch (error) {
      this.#context.log.warn('the change feed cannot be read', { error })
      if (this.#running) this.#retry = setTimeout(() => this.#wake(), RETRY_MS).unref()
    } finally {
      this.#reading = undefined
    }
  }

  #dispatch({ topic, key }: LocalChange): void {
    for (const listener of this.#listeners.get(topic) ?? []) this.#guarded(() => listener(key))
  }

  /** Catches a listener's error: the write that it was notified of is already committed. */
  #guarded(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#context.log.error('a listener of the change feed failed', { error })
    }
  }
}
