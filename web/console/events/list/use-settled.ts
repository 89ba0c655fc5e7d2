import { useEffect, useState } from 'preact/hooks'

const PATIENCE_MS = 250

/** The value once it has not changed for a moment, so that a search does not run for every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
