import { useEnhanced } from './enhanced.ts'
import { EventHead } from './event-head.tsx'
import { FormBody } from './form-body.tsx'
import { useDraft } from './form-state.ts'
import { FormNotice } from './registration-form.tsx'
import { text } from './texts.ts'
import type { ChangePageView } from './view.ts'

/** The form again, with what was answered; against the version of the form that it was answered to. */
export function ChangePage({ view }: { view: ChangePageView }) {
  const { event, places, form, link, language } = view
  const enhanced = useEnhanced()
  const state = useDraft({ draft: view.draft, errors: view.errors, event, formFor: () => form })
  return (
    <>
      <section class="card">
        <h1>{text('changeTitle')}</h1>
        <form
          ref={state.element}
          method="post"
          action={`${link}/change?lang=${language}`}
          noValidate={enhanced}
          onSubmit={state.onSubmit}
        >
          <FormNotice failure={view.failure} hasErrors={Object.keys(state.errors).length > 0} />
          <input type="hidden" name="type" value={view.typeId ?? ''} />
          <FormBody
            event={{ ...event, confirmBy: 'none' }}
            places={places}
            form={form}
            state={state}
            asks={{ email: 'fixed', phone: false, guests: undefined }}
          />
          <div class="actions">
            <button class="button primary" type="submit" disabled={state.isBusy}>
              {text(state.isBusy ? 'sending' : 'save')}
            </button>
            <a class="button quiet" href={`${link}?lang=${language}`}>
              {text('back')}
            </a>
          </div>
        </form>
      </section>
      <EventHead event={event} places={places} isAside />
    </>
  )
}
