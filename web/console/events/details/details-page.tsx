import { useEffect } from 'preact/hooks'
import { Form } from '../../../ui/inputs/form.tsx'
import { may } from '../../base/session.ts'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import { SaveBar } from '../base/save-bar.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { EditConflict } from '../record/record-dialog.tsx'
import { DetailsFields } from './details-fields.tsx'
import { useDetails } from './use-details.ts'

export const DetailsPage = eventPage('details', Details)

function Details({ hand }: { hand: EventInHand }) {
  const edit = useDetails(hand)
  const { saving, isDirty, drop } = edit
  const canChange = may('events:write')
  useEffect(goToNamedPart, [])
  return (
    <Form class="form wide" noValidate onSubmit={() => edit.save()}>
      <fieldset disabled={!canChange}>
        <DetailsFields edit={edit} />
      </fieldset>
      <SaveFailure saving={saving} />
      {canChange && <SaveBar isDirty={isDirty} isBusy={saving.isBusy} onDrop={drop} />}
      <EditConflict edit={edit} />
    </Form>
  )
}

/** The page is long, and a link may name the part it is about: `#location`. */
function goToNamedPart(): void {
  const part = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  part?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
  part?.scrollIntoView()
}
