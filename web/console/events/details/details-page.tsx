import { may } from '../../base/session.ts'
import { EventFrame, type EventInHand } from '../base/event-frame.tsx'
import { SaveBar } from '../base/save-bar.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DetailsFields } from './details-fields.tsx'
import { useDetails } from './use-details.ts'

export function DetailsPage({ eventId }: { eventId: string }) {
  return (
    <EventFrame eventId={eventId} tab="details">
      {(hand) => <Details key={eventId} hand={hand} />}
    </EventFrame>
  )
}

function Details({ hand }: { hand: EventInHand }) {
  const { saving, met, draft, isDirty, save, change, drop, dismiss, resolve } = useDetails(hand)
  const canChange = may('events:write')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form class="form wide" noValidate onSubmit={submit}>
      <fieldset disabled={!canChange}>
        <DetailsFields draft={draft} saving={saving} onChange={change} />
      </fieldset>
      <SaveFailure saving={saving} />
      {canChange && <SaveBar isDirty={isDirty} isBusy={saving.isBusy} onDrop={drop} />}
      {met !== undefined && <ConflictDialog {...met} onClose={dismiss} onResolve={resolve} />}
    </form>
  )
}
