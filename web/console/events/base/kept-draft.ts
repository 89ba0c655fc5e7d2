import { effect, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { onSignOut } from '../../base/session.ts'

const kept = signal<ReadonlyMap<string, unknown>>(new Map())

// The next person at this browser must not find it.
onSignOut(async () => {
  kept.value = new Map()
})

// Not only on the page of the draft: closing the tab loses it from any page.
effect(() => {
  if (kept.value.size === 0) return
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
})

/** Whether there is a draft that is not saved yet, by the beginning of its key. */
export function hasKeptDraft(prefix: string): boolean {
  return [...kept.value.keys()].some((key) => key === prefix || key.startsWith(`${prefix} `))
}

/** A draft that is not saved yet. It is restored when the user returns to the page; the browser asks before closing it. */
export function useKeptDraft<T>(key: string, first: () => T) {
  const [draft, setDraft] = useState<T>(() => (kept.value.has(key) ? (kept.value.get(key) as T) : first()))
  return {
    draft,
    isDirty: kept.value.has(key),
    change(next: T) {
      kept.value = new Map(kept.peek()).set(key, next)
      setDraft(next)
    },
    /** Called after saving or discarding. */
    settle(next: T) {
      kept.value = new Map([...kept.peek()].filter(([other]) => other !== key))
      setDraft(next)
    },
  }
}
