import { useState } from 'preact/hooks'
import { useKeptDraft } from '../base/kept-draft.ts'
import { applyChange, type Change } from './builder.ts'
import type { FormDraft } from './draft.ts'

const MOST_STEPS = 100

export type Builder = {
  readonly draft: FormDraft
  /** The version of the form that the draft is based on: a newer one may exist. */
  readonly version: number
  readonly isDirty: boolean
  readonly canUndo: boolean
  apply(change: Change): void
  undo(): void
  /** Called after saving or discarding. */
  settle(edit: FormEdit): void
  /** A unique key for something new. */
  newKey(): string
}

type FormEdit = { readonly draft: FormDraft; readonly version: number }

let made = 0

export function useBuilder(key: string, first: () => FormEdit): Builder {
  const kept = useKeptDraft(key, first)
  const [past, setPast] = useState<readonly FormDraft[]>([])
  const { draft, version } = kept.draft
  return {
    draft,
    version,
    isDirty: kept.isDirty,
    canUndo: past.length > 0,
    apply(change) {
      setPast([...past.slice(-MOST_STEPS), draft])
      kept.change({ version, draft: applyChange(draft, change) })
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      setPast(past.slice(0, -1))
      kept.change({ version, draft: last })
    },
    settle(edit) {
      setPast([])
      kept.settle(edit)
    },
    newKey() {
      made += 1
      return `n${made}`
    },
  }
}
