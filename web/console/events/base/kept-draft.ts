import { useEffect, useState } from 'preact/hooks'

const kept = new Map<string, unknown>()

/** A draft that is not saved yet. It is restored when the user returns to the page; the browser asks before closing it. */
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
    /** Called after saving or discarding. */
    settle(next: T) {
      kept.delete(key)
      setKept(false)
      setDraft(next)
    },
  }
}
