import { Line } from './line.ts'

export type Cache<V> = {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  /** Returns the cached value, or loads it. Concurrent calls share one load, and undefined is not cached. */
  load(key: string, loader: () => Promise<V | undefined>): Promise<V | undefined>
}

/** `sizeOf` says how much of `max` a value takes, and must not change for a value; 1 if it is left out. */
type CacheOptions<V> = { max: number; sizeOf?: (value: V) => number }

type Entry<V> = {
  readonly key: string
  readonly value: V
  isUsed: boolean
  before: Entry<V> | undefined
  after: Entry<V> | undefined
}

/** So many entries at most are kept for another round when room is made, so that it never takes long. */
const MOST_KEPT = 100

/** Drops what was not used for longest, roughly: moving an entry at each use costs as much as routing a request. */
export function createCache<V>({ max, sizeOf = () => 1 }: CacheOptions<V>): Cache<V> {
  if (!(max >= 1)) throw new RangeError('a cache holds at least one entry')
  const entries = new Map<string, Entry<V>>()
  /** The oldest first. */
  const line = new Line<Entry<V>>()
  let used = 0
  // set, delete and clear detach a running load from the cache, because what it read may be out of date by then.
  const loads = new Map<string, Promise<V | undefined>>()

  function get(key: string): V | undefined {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  function drop(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    line.leave(entry)
    used -= sizeOf(entry.value)
  }

  /** Starts with the oldest. An entry that was used since it was last looked at moves to the end. */
  function makeRoom(size: number): void {
    let kept = 0
    while (used + size > max && line.first !== undefined) {
      const oldest = line.first
      if (oldest.isUsed && kept < MOST_KEPT) {
        kept += 1
        oldest.isUsed = false
        line.leave(oldest)
        line.join(oldest)
      } else drop(oldest.key)
    }
  }

  /** A value that is larger than the whole cache is not kept. */
  function put(key: string, value: V): void {
    drop(key)
    const size = sizeOf(value)
    if (size > max) return
    makeRoom(size)
    const entry = { key, value, isUsed: false, before: undefined, after: undefined }
    entries.set(key, entry)
    line.join(entry)
    used += size
  }

  async function start(key: string, loader: () => Promise<V | undefined>): Promise<V | undefined> {
    const running = Promise.resolve().then(loader)
    loads.set(key, running)
    try {
      const value = await running
      if (value !== undefined && loads.get(key) === running) put(key, value)
      return value
    } finally {
      if (loads.get(key) === running) loads.delete(key)
    }
  }

  return {
    get,
    set(key, value) {
      loads.delete(key)
      put(key, value)
    },
    delete(key) {
      loads.delete(key)
      drop(key)
    },
    clear() {
      loads.clear()
      entries.clear()
      line.clear()
      used = 0
    },
    load(key, loader) {
      const value = get(key)
      if (value !== undefined) return Promise.resolve(value)
      return loads.get(key) ?? start(key, loader)
    },
  }
}

/** Makes the value on first use and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
