type Slots = {
  /** Calls `begin` now, or when a slot of the key is free. What it returns gives the slot, or the place in the queue, back. */
  take(key: string, begin: () => void): () => void
}

/**
 * At most `max` at a time for each key, the others in order. An http.Agent queues too, but keeps requests that have been
 * given up, and opens connections for them.
 */
export function createSlots(max: number): Slots {
  const lines = new Map<string, { busy: number; waiting: Set<() => void> }>()

  function free(key: string): void {
    const line = lines.get(key)
    if (line === undefined) return
    const [next] = line.waiting
    if (next !== undefined) {
      next()
      return
    }
    line.busy -= 1
    if (line.busy === 0) lines.delete(key)
  }

  return {
    take(key, begin) {
      const line = lines.get(key) ?? { busy: 0, waiting: new Set() }
      lines.set(key, line)
      let held = line.busy < max
      let left = false
      const start = () => {
        line.waiting.delete(start)
        held = true
        begin()
      }
      const leave = () => {
        if (left) return
        left = true
        line.waiting.delete(start)
        if (held) free(key)
      }
      if (held) {
        line.busy += 1
        begin()
      } else line.waiting.add(start)
      return leave
    },
  }
}
