/** Listeners by key, for code that waits until something with that key changes. */
export type Watch = {
  /** Returns a function that unsubscribes. */
  on(key: string, listener: () => void): () => void
  tell(key: string): void
  tellAll(): void
  readonly size: number
}

export function createWatch(): Watch {
  const listeners = new Map<string, Set<() => void>>()
  let size = 0
  return {
    on(key, listener) {
      const known = listeners.get(key) ?? new Set()
      listeners.set(key, known.add(listener))
      size++
      return () => {
        if (!known.delete(listener)) return
        size--
        if (known.size === 0 && listeners.get(key) === known) listeners.delete(key)
      }
    },
    tell(key) {
      for (const listener of [...(listeners.get(key) ?? [])]) listener()
    },
    tellAll() {
      for (const key of [...listeners.keys()]) this.tell(key)
    },
    get size() {
      return size
    },
  }
}
