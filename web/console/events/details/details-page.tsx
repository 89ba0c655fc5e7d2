import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { problemOf } from '../../../ui/problem.ts'
import { showToast } from '../../../ui/toast.tsx'
import { registration } from '../../services.ts'
import { may } from '../../session.ts'
import { type EventAnswer, matchOf } from '../event.ts'
import { EventFrame, type EventInHand } from '../event-frame.tsx'
import { useKeptDraft } from '../kept-draft.ts'
import { SaveFailure } from '../save-failure.tsx'
import { useSaving } from '../saving.ts'
import { text } from '../texts.ts'
import { type Conflict, mergeChanges, mergePatchOf } from './changes.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DetailsFields } from './details-fields.tsx'
import { type DetailsDraft, draftOf, membersOf } from './draft.ts'
import { takeMember } from './rows.ts'

export function DetailsPage({ eventId }: { eventId: string }) {
  return (
    <EventFrame eventId={eventId} tab="details">
      {(hand) => <Details key={eventId} hand={hand} />}
    </EventFrame>
  )
}

/** What was read, and what it is to be. */
type Edit = { base: EventAnswer; draft: DetailsDraft }
type Met = { theirs: EventAnswer; conflicts: readonly Conflict[]; taken: readonly string[] }

function Details({ hand }: { hand: EventInHand }) {
  const kept = useKeptDraft<Edit>(`details ${hand.event.id}`, () => editOf(hand.event))
  const edit = kept.isDirty ? kept.draft : editOf(hand.event)
  const saving = useSaving()
  const [met, setMet] = useState<Met>()
  const settle = (event: EventAnswer) => {
    hand.put(event)
    kept.settle(editOf(event))
    showToast(text('saved'))
  }
  const save = ({ base, draft }: Edit) =>
    saving.run(async () => {
      const patch = mergePatchOf(membersOf(draftOf(base), base), membersOf(draft, base))
      const params = { eventId: base.id }
      try {
        settle((await registration.updateEvent({ params, headers: matchOf(base), body: patch })).body)
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
  return (
    <form
      class="form wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(edit)
      }}
    >
      <fieldset disabled={!may('events:write')}>
        <DetailsFields
          draft={edit.draft}
          saving={saving}
          onChange={(members) => kept.change({ ...edit, draft: { ...edit.draft, ...members } })}
        />
      </fieldset>
      <SaveFailure saving={saving} />
      {may('events:write') && (
        <SaveBar
          isDirty={kept.isDirty}
          isBusy={saving.isBusy}
          onDrop={() => kept.settle(editOf(hand.event))}
        />
      )}
      {met !== undefined && <ConflictDialog {...met} onClose={() => setMet(undefined)} onResolve={resolve} />}
    </form>
  )
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

type SaveBarProps = { isDirty: boolean; isBusy: boolean; onDrop: () => void }

/** Stays in sight while there is something to save. */
export function SaveBar({ isDirty, isBusy, onDrop }: SaveBarProps) {
  return (
    <div class={isDirty ? 'save-bar dirty' : 'save-bar'}>
      <span role="status">{isDirty ? text('unsaved') : ''}</span>
      <Button look="quiet" disabled={!isDirty || isBusy} onClick={onDrop}>
        {text('discard')}
      </Button>
      <Button look="primary" type="submit" disabled={!isDirty || isBusy}>
        {text('save')}
      </Button>
    </div>
  )
}
