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

export function createCache<V>({ max, sizeOf = () => 1 }: CacheOptions<V>): Cache<V> {
  if (!(max >= 1)) throw new RangeError('a cache holds at least one entry')
  const entries = new Map<string, V>()
  let used = 0
  // set, delete and clear detach a running load from the cache, because what it read may be out of date by then.
  const loads = new Map<string, Promise<V | undefined>>()

  // Moving an entry to the end costs as much as routing a request, so it is done only once the cache is half full;
  // before that nothing is evicted.
  function get(key: string): V | undefined {
    const value = entries.get(key)
    if (value === undefined || used < max / 2) return value
    entries.delete(key)
    entries.set(key, value)
    return value
  }

  function drop(key: string): void {
    const value = entries.get(key)
    if (entries.delete(key)) used -= sizeOf(value as V)
  }

  /** A value that is larger than the whole cache is not kept. */
  function put(key: string, value: V): void {
    drop(key)
    entries.set(key, value)
    used += sizeOf(value)
    if (used <= max) return
    for (const oldest of entries.keys()) {
      drop(oldest)
      if (used <= max) return
    }
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
