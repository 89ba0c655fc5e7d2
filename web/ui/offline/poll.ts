import { useEffect, useRef, useState } from 'preact/hooks'

type Polled<T> = { readonly value: T | undefined; readonly isStale: boolean }

/** Polls while the page is visible; after a failure the last value stays, marked as stale. */
export function usePolled<T>(
  key: string,
  everyMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
): Polled<T> {
  const [state, setState] = useState<{ key: string; value: T | undefined; isStale: boolean }>()
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    const over = new AbortController()
    const keep = (change: (old: T | undefined) => { value: T | undefined; isStale: boolean }) => {
      if (over.signal.aborted) return
      setState((old) => ({ key, ...change(old?.key === key ? old.value : undefined) }))
    }
    const look = async () => {
      try {
        const value = await latest.current(over.signal)
        keep(() => ({ value, isStale: false }))
      } catch {
        keep((value) => ({ value, isStale: true }))
      }
    }
    const stop = repeatWhileSeen(look, everyMs)
    return () => {
      over.abort()
      stop()
    }
  }, [key, everyMs])
  if (state?.key !== key) return { value: undefined, isStale: false }
  return { value: state.value, isStale: state.isStale }
}

/** Runs at once, then some time after each run has ended; pauses while hidden, and runs at once when visible again. */
export function repeatWhileSeen(look: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  let isOver = false
  const run = async () => {
    clearTimeout(timer)
    if (isOver || isLooking || document.hidden) return
    isLooking = true
    await look()
    isLooking = false
    if (!isOver) timer = setTimeout(run, everyMs)
  }
  const onSeen = () => void run()
  document.addEventListener('visibilitychange', onSeen)
  addEventListener('online', onSeen)
  void run()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
    removeEventListener('online', onSeen)
  }
}
