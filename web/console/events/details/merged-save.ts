import { useState } from 'preact/hooks'
import { problemOf } from '../../../ui/problems/problem.ts'
import { type Saving, useSaving } from '../base/saving.ts'
import { type Conflict, type Members, mergeChanges, mergePatchOf } from './changes.ts'

type Met<R> = {
  readonly theirs: R
  readonly mine: Members
  readonly conflicts: readonly Conflict[]
  readonly taken: readonly string[]
}

type Record = { readonly version: number }

type MergedSaveOptions<R extends Record> = {
  membersOf(record: R): Members
  read(): Promise<R>
  /** Writes the changes to that version, and no other. */
  write(record: R, patch: Members): Promise<void>
}

export type MergedSave<R extends Record> = {
  readonly saving: Saving
  /** Where somebody else was faster: what both changed is for the reader to decide. */
  readonly met: Met<R> | undefined
  save(base: R, mine: Members): void
  /** The members that are to be as the other one has them. */
  resolve(names: readonly string[]): void
  dismiss(): void
}

/** Saves what was changed of a record. What somebody else changed meanwhile is neither lost nor written over unseen. */
export function useMergedSave<R extends Record>(options: MergedSaveOptions<R>): MergedSave<R> {
  const { membersOf, read, write } = options
  const saving = useSaving()
  const [met, setMet] = useState<Met<R>>()
  const save = (base: R, mine: Members) =>
    saving.run(async () => {
      try {
        await write(base, mergePatchOf(membersOf(base), mine))
      } catch (error) {
        if (problemOf(error).code !== 'version-changed') throw error
        const theirs = await read()
        setMet({ theirs, mine, ...mergeChanges(membersOf(base), mine, membersOf(theirs)) })
      }
    })
  return {
    saving,
    met,
    save,
    resolve(names) {
      if (met === undefined) return
      const theirs = membersOf(met.theirs)
      const chosen = Object.fromEntries(names.map((name) => [name, theirs[name]]))
      setMet(undefined)
      save(met.theirs, { ...met.mine, ...chosen })
    },
    dismiss: () => setMet(undefined),
  }
}
