import type { Context } from '../../kernel/context.ts'
import { onLocalChange } from './local.ts'
import type { Change } from './store.ts'
import { ChangeTail } from './tail.ts'

export type ChangeFeed = {
  /** Calls back with each key that changed under the topic, whichever process changed it; gives the way to stop. */
  on(topic: string, listener: (key: string) => void): () => void
  /** Calls back when changes may have been missed, after a long time without the database: forget everything. */
  onMissed(listener: () => void): () => void
  /** To be awaited before the first read of anything that a listener keeps fresh. */
  start(): Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 500
const MOST_REMEMBERED = 10_000

export function createChangeFeed(context: Context): ChangeFeed {
  return new TailedFeed(context)
}

class TailedFeed implements ChangeFeed {
  readonly #context: Context
  readonly #tail: ChangeTail
  readonly #listeners = new Map<string, Set<(key: string) => void>>()
  readonly #missedListeners = new Set<() => void>()
  /** What was told at its commit, until the tail reads it. */
  readonly #told = new Map<number, string>()
  #running = false
  #subscribed = false
  #unread = false
  #reading: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #leave: () => void = () => {}

  constructor(context: Context) {
    this.#context = context
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
    this.#leave = onLocalChange((change) => this.#tellNow(change))
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

  #tellNow(change: Change): void {
    this.#told.set(change.seq, nameOf(change))
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= MOST_REMEMBERED) break
      this.#told.delete(oldest)
    }
    this.#dispatch(change)
    this.#context.database.announce()
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
        for (const change of changes) if (!this.#wasTold(change)) this.#dispatch(change)
      }
    } catch (error) {
      this.#context.log.warn('the change feed cannot be read', { error })
      if (this.#running) this.#retry = setTimeout(() => this.#wake(), RETRY_MS).unref()
    } finally {
      this.#reading = undefined
    }
  }

  #wasTold(change: Change): boolean {
    if (this.#told.get(change.seq) !== nameOf(change)) return false
    return this.#told.delete(change.seq)
  }

  #dispatch({ topic, key }: Change): void {
    for (const listener of this.#listeners.get(topic) ?? []) this.#guarded(() => listener(key))
  }

  /** A listener's failure is its own: the write that it hears of is committed. */
  #guarded(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#context.log.error('a listener of the change feed failed', { error })
    }
  }
}

function nameOf({ topic, key }: Change): string {
  return `${topic}\n${key}`
}
