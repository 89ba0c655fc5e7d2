import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import { type FormPageView, formOf, type Places } from '../base/view.ts'
import { FormBody } from './form-body.tsx'
import { FormNotice } from './form-notice.tsx'
import { useDraft } from './form-state.ts'
import { findShortages } from './shortages.ts'
import { TypeChoice } from './type-choice.tsx'

/** Works as a plain form; the script hides fields that do not apply and validates before sending. */
export function RegistrationForm({ view, places }: { view: FormPageView; places: Places }) {
  const { event, path, language } = view
  const enhanced = useEnhanced()
  const formFor = (typeId: string | null) => formOf(event, typeId)
  const state = useDraft({ draft: view.draft, errors: view.errors, event, formFor })
  const { draft, errors, isBusy } = state
  const action = `${path}?lang=${language}${view.preview === null ? '' : `&preview=${view.preview}`}`
  const typeLeft = draft.typeId === null ? undefined : places.left[draft.typeId]
  const waits = event.waitlist && (places.state === 'waiting-list' || typeLeft === 0)
  return (
    <form
      ref={state.element}
      method="post"
      action={`${action}#register`}
      noValidate={enhanced}
      onSubmit={state.onSubmit}
      data-redrawn
    >
      {/* The first submit button, so that Enter submits the form instead of pressing a button that changes it. */}
      <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true">
        {text(waits ? 'joinWaiting' : 'registerSend')}
      </button>
      <input type="hidden" name="token" value={draft.token} autocomplete="off" />
      {view.proof !== null && <input type="hidden" name="proof" value={view.proof} />}
      <FormNotice
        failure={view.failure}
        hasErrors={Object.keys(errors).length > 0}
        shortages={view.failure === 'capacity-full' ? refusedFor(view) : []}
      />
      {view.canFill && view.proof === null && (
        <p class="fill">
          <button class="button" type="submit" name="action" value="fill" formNoValidate>
            {text('withPhone')}
          </button>{' '}
          <span class="soft">{text('withPhoneText')}</span>
        </p>
      )}
      <TypeChoice
        event={event}
        places={places}
        chosen={draft.typeId}
        error={errors['/registrationTypeId']}
        onChange={(typeId) => state.change({ typeId }, '/registrationTypeId')}
      />
      {event.types.length === 1 && <input type="hidden" name="type" value={draft.typeId ?? ''} />}
      <FormBody
        event={event}
        places={places}
        form={formFor(draft.typeId)}
        state={state}
        action={action}
        asks={{ email: 'required', phone: event.confirmBy === 'phone', guests: event.maxGuests }}
      />
      <div class="actions sticky">
        <button class="button primary" type="submit" disabled={isBusy}>
          {text(isBusy ? 'sending' : waits ? 'joinWaiting' : 'registerSend')}
        </button>
      </div>
    </form>
  )
}

/** By the numbers that came with the refusal: what is changed afterwards explains nothing. */
function refusedFor({ event, draft, places }: FormPageView) {
  return findShortages({ event, form: formOf(event, draft.typeId), draft, places })
}
