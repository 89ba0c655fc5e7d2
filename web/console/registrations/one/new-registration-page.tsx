import { useLocation } from 'preact-iso'
import { useAsked } from '../../../ui/ask.ts'
import { Button } from '../../../ui/button.tsx'
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx'
import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { pathTo } from '../../base/place.ts'
import { registration } from '../../base/services.ts'
import { EventFrame, type EventInHand } from '../../events/base/event-frame.tsx'
import { useKeptDraft } from '../../events/base/kept-draft.ts'
import { type Saving, useSaving } from '../../events/base/saving.ts'
import { readForm } from '../../events/form/form-parts.ts'
import { formFailure } from '../base/failure.ts'
import { type Setting, useSetting } from '../base/setting.ts'
import { statusText } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { bodyOf, emptyDraft, nobody, type RegistrationDraft } from './draft.ts'
import { PersonFields, RegistrationFields } from './registration-fields.tsx'

export function NewRegistrationPage({ eventId }: { eventId: string }) {
  const { loaded } = useSetting(eventId)
  return (
    <EventFrame eventId={eventId} tab="registrations">
      {(hand) => (
        <Await loaded={loaded}>{(setting) => <NewRegistration hand={hand} setting={setting} />}</Await>
      )}
    </EventFrame>
  )
}

function NewRegistration({ hand, setting }: { hand: EventInHand; setting: Setting }) {
  const { id: eventId, timezone: zone } = hand.event
  const only = setting.types.length === 1 ? (setting.types[0]?.id ?? '') : ''
  const first = (): RegistrationDraft => ({ ...emptyDraft, typeId: only })
  const kept = useKeptDraft(`registrations ${eventId} new`, first)
  const { draft, change } = kept
  const saving = useSaving()
  const { route } = useLocation()
  const asked = useAsked(`form ${eventId} ${draft.typeId}`, (signal) =>
    readForm(eventId, draft.typeId, signal),
  )
  return (
    <Await loaded={asked.loaded}>
      {({ sections, open }) => {
        const save = () =>
          saving.run(async () => {
            const parts = { ...setting, sections, zone }
            const { body } = await registration.createRegistration({
              params: { eventId },
              body: bodyOf(draft, parts),
            })
            kept.settle(first())
            hand.reload()
            showToast(text('registeredAs', { status: statusText(body.status) }))
            route(pathTo(`/events/${eventId}/registrations/${body.id}`))
          })
        const { problem } = saving
        return (
          <Form class="registration-form" noValidate onSubmit={save}>
            <h2>{text('addRegistration')}</h2>
            {!open && <p class="notice warn">{text('notOpen')}</p>}
            <RegistrationFields {...{ draft, setting, sections, zone, problem }} onChange={change} />
            <Guests draft={draft} onChange={change} saving={saving} />
            <FailureNotice failure={formFailure(problem)} />
            <div class="form-actions">
              <Button look="primary" type="submit" disabled={saving.isBusy}>
                {text('register')}
              </Button>
              <CancelButton
                isDirty={kept.isDirty}
                onCancel={() => {
                  kept.settle(first())
                  route(pathTo(`/events/${eventId}/registrations`))
                }}
              />
            </div>
          </Form>
        )
      }}
    </Await>
  )
}

type GuestsProps = {
  draft: RegistrationDraft
  onChange: (draft: RegistrationDraft) => void
  saving: Saving
}

function Guests({ draft, onChange, saving }: GuestsProps) {
  const { guests } = draft
  return (
    <>
      {guests.map((guest, at) => (
        <fieldset class="form-section" key={at}>
          <legend>{text('guest', { number: String(at + 1) })}</legend>
          <PersonFields
            person={guest}
            at={`/attendees/${at + 1}`}
            problem={saving.problem}
            onChange={(changed) => onChange({ ...draft, guests: guests.with(at, changed) })}
          />
          <Button size="small" onClick={() => onChange({ ...draft, guests: guests.toSpliced(at, 1) })}>
            {text('removeGuest')}
          </Button>
        </fieldset>
      ))}
      <p>
        <Button size="small" onClick={() => onChange({ ...draft, guests: [...guests, nobody] })}>
          {text('addGuest')}
        </Button>
      </p>
    </>
  )
}
