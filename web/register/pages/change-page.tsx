import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { ChangePageView } from '../base/view.ts'
import { FormBody } from '../form/form-body.tsx'
import { useDraft } from '../form/form-state.ts'
import { FormNotice } from '../form/registration-form.tsx'
import { EventHead } from '../parts/event-head.tsx'

/** The form with the given answers, in the version that they were given to. */
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
