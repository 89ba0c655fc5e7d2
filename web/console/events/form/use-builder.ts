import { useState } from 'preact/hooks'
import { useKeptDraft } from '../base/kept-draft.ts'
import { applyChange, type Change } from './builder.ts'
import type { FormDraft } from './draft.ts'

const MOST_STEPS = 100

export type Builder = ReturnType<typeof useBuilder>

type FormEdit = { readonly draft: FormDraft; readonly version: number }

let made = 0

export function useBuilder(key: string, first: () => FormEdit) {
  const kept = useKeptDraft(key, first)
  const [past, setPast] = useState<readonly FormDraft[]>([])
  const { draft, version } = kept.draft
  return {
    draft,
    /** The version of the form that the draft is based on: a newer one may exist. */
    version,
    isDirty: kept.isDirty,
    canUndo: past.length > 0,
    apply(change: Change) {
      setPast([...past.slice(-MOST_STEPS), draft])
      kept.change({ version, draft: applyChange(draft, change) })
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      setPast(past.slice(0, -1))
      kept.change({ version, draft: last })
    },
    /** Called after saving or discarding. */
    settle(edit: FormEdit) {
      setPast([])
      kept.settle(edit)
    },
    /** A unique key for something new. */
    newKey() {
      made += 1
      return `n${made}`
    },
  }
}
