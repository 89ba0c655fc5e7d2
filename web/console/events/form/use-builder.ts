import { useState } from 'preact/hooks'
import { useKeptDraft } from '../kept-draft.ts'
import { applyChange, type Change } from './builder.ts'
import type { FormDraft } from './draft.ts'

const MOST_STEPS = 100

export type Builder = {
  readonly draft: FormDraft
  readonly isDirty: boolean
  readonly canUndo: boolean
  apply(change: Change): void
  undo(): void
  /** It is saved, or given up. */
  settle(draft: FormDraft): void
  /** A key for something new: none is used twice. */
  newKey(): string
}

let made = 0

export function useBuilder(key: string, first: () => FormDraft): Builder {
  const kept = useKeptDraft(key, first)
  const [past, setPast] = useState<readonly FormDraft[]>([])
  return {
    draft: kept.draft,
    isDirty: kept.isDirty,
    canUndo: past.length > 0,
    apply(change) {
      setPast([...past.slice(-MOST_STEPS), kept.draft])
      kept.change(applyChange(kept.draft, change))
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      setPast(past.slice(0, -1))
      kept.change(last)
    },
    settle(draft) {
      setPast([])
      kept.settle(draft)
    },
    newKey() {
      made += 1
      return `n${made}`
    },
  }
}
