import { useEffect, useState } from 'preact/hooks'

const kept = new Map<string, unknown>()

/**
 * What is typed and not saved yet. It is found again when the page is left and come back to;
 * the browser asks before it is closed.
 */
export function useKeptDraft<T>(key: string, first: () => T) {
  const [draft, setDraft] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : first()))
  const [isKept, setKept] = useState(() => kept.has(key))
  useEffect(() => {
    if (!isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isKept])
  return {
    draft,
    isDirty: isKept,
    change(next: T) {
      kept.set(key, next)
      setKept(true)
      setDraft(next)
    },
    /** It is saved, or given up. */
    settle(next: T) {
      kept.delete(key)
      setKept(false)
      setDraft(next)
    },
  }
}
