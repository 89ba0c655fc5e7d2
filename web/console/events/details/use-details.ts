import { useState } from 'preact/hooks'
import { problemOf } from '../../../ui/problems/problem.ts'
import { showToast } from '../../../ui/toast.tsx'
import { registration } from '../../base/services.ts'
import { type EventAnswer, matchOf } from '../base/event.ts'
import type { EventInHand } from '../base/event-frame.tsx'
import { useKeptDraft } from '../base/kept-draft.ts'
import { useSaving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { type Conflict, mergeChanges, mergePatchOf } from './changes.ts'
import { type DetailsDraft, draftOf, membersOf } from './draft.ts'
import { takeMember } from './rows.ts'

/** What was read, and what it is to be. */
type Edit = { base: EventAnswer; draft: DetailsDraft }
type Met = { theirs: EventAnswer; conflicts: readonly Conflict[]; taken: readonly string[] }

/** The details while they are typed; where somebody else was faster, `met` says what both changed. */
export function useDetails({ event, put }: EventInHand) {
  const kept = useKeptDraft<Edit>(`details ${event.id}`, () => editOf(event))
  const edit = kept.isDirty ? kept.draft : editOf(event)
  const saving = useSaving()
  const [met, setMet] = useState<Met>()
  const save = ({ base, draft }: Edit) =>
    saving.run(async () => {
      const body = mergePatchOf(membersOf(draftOf(base), base), membersOf(draft, base))
      const params = { eventId: base.id }
      try {
        const saved = await registration.updateEvent({ params, headers: matchOf(base), body })
        put(saved.body)
        kept.settle(editOf(saved.body))
        showToast(text('saved'))
      } catch (error) {
        if (problemOf(error).code !== 'version-changed') throw error
        setMet(await meet({ base, draft }))
      }
    })
  const resolve = (members: readonly string[]) => {
    if (met === undefined) return
    const theirs = draftOf(met.theirs)
    const draft = members.reduce((one, name) => takeMember(one, theirs, name), edit.draft)
    kept.change({ base: met.theirs, draft })
    setMet(undefined)
    save({ base: met.theirs, draft })
  }
  return {
    ...{ saving, met, resolve, draft: edit.draft, isDirty: kept.isDirty },
    save: () => save(edit),
    dismiss: () => setMet(undefined),
    drop: () => kept.settle(editOf(event)),
    change: (members: Partial<DetailsDraft>) =>
      kept.change({ ...edit, draft: { ...edit.draft, ...members } }),
  }
}

function editOf(event: EventAnswer): Edit {
  return { base: event, draft: draftOf(event) }
}

/** Somebody else was faster: what they wrote, and where it touches what was typed here. */
async function meet({ base, draft }: Edit): Promise<Met> {
  const { body: theirs } = await registration.getEvent({ params: { eventId: base.id }, query: {} })
  if (theirs === undefined) throw new Error('an event that did not change was not asked for')
  const before = membersOf(draftOf(base), base)
  return { theirs, ...mergeChanges(before, membersOf(draft, base), membersOf(draftOf(theirs), theirs)) }
}
