export type Cache<V> = {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  /** The cached value, or the loader's: concurrent calls share one load, and undefined is not kept. */
  load(key: string, loader: () => Promise<V | undefined>): Promise<V | undefined>
}

export function createCache<V>({ max }: { max: number }): Cache<V> {
  if (!(max >= 1)) throw new RangeError('a cache holds at least one entry')
  const entries = new Map<string, V>()
  // set, delete and clear disown a running load: what it read may be older than they are.
  const loads = new Map<string, Promise<V | undefined>>()

  // Moving an entry to the end costs as much as a request's routing: while half of the room is free nothing is
  // forgotten, and nothing is moved.
  function get(key: string): V | undefined {
    const value = entries.get(key)
    if (value === undefined || entries.size < max / 2) return value
    entries.delete(key)
    entries.set(key, value)
    return value
  }

  function put(key: string, value: V): void {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= max) return
    for (const oldest of entries.keys()) {
      entries.delete(oldest)
      return
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
      entries.delete(key)
    },
    clear() {
      loads.clear()
      entries.clear()
    },
    load(key, loader) {
      const value = get(key)
      if (value !== undefined) return Promise.resolve(value)
      return loads.get(key) ?? start(key, loader)
    },
  }
}
