import { Line } from '../base/line.ts'

type Slots = {
  /**
   * Calls `begin` now, or when a slot for the key is free. Returns a function that gives up the slot, or the place in
   * the queue.
   */
  take(key: string, begin: () => void): () => void
}

type Waiting = { readonly start: () => void; before: Waiting | undefined; after: Waiting | undefined }

/**
 * Runs at most `max` at a time for each key, in order. An http.Agent queues too, but it keeps cancelled requests and
 * opens connections for them.
 */
export function createSlots(max: number): Slots {
  const lines = new Map<string, { busy: number; waiting: Line<Waiting> }>()

  function free(key: string): void {
    const line = lines.get(key)
    if (line === undefined) return
    const next = line.waiting.first
    if (next !== undefined) {
      next.start()
      return
    }
    line.busy -= 1
    if (line.busy === 0) lines.delete(key)
  }

  return {
    take(key, begin) {
      const line = lines.get(key) ?? { busy: 0, waiting: new Line<Waiting>() }
      lines.set(key, line)
      let held = line.busy < max
      let left = false
      const start = () => {
        line.waiting.leave(waiting)
        held = true
        begin()
      }
      const waiting: Waiting = { start, before: undefined, after: undefined }
      const leave = () => {
        if (left) return
        left = true
        if (held) free(key)
        else line.waiting.leave(waiting)
      }
      if (held) {
        line.busy += 1
        begin()
      } else line.waiting.join(waiting)
      return leave
    },
  }
}
