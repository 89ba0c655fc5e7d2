import { useEffect, useState } from 'preact/hooks'

const PATIENCE_MS = 250

/** What it is once nobody has changed it for a moment: a search does not follow every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
