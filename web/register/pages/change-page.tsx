import { useEnhanced } from '../base/enhanced.ts'
import { DaysProvider, useProgramme } from '../base/programme.ts'
import { text } from '../base/texts.ts'
import type { ChangePageView } from '../base/view.ts'
import { FormBody } from '../form/form-body.tsx'
import { FormNotice } from '../form/form-notice.tsx'
import { useDraft } from '../form/form-state.ts'
import { useLivePlaces } from '../form/live-places.ts'
import { EventFacts } from '../parts/event-facts.tsx'

/** The form with the given answers, in the version that they were given to. */
export function ChangePage({ view }: { view: ChangePageView }) {
  const { form, link, language } = view
  const { event, day, openDay } = useProgramme(view.event, view.path)
  // The numbers of the page are right; those of a day that is loaded later are asked for.
  const places = useLivePlaces({ path: day === view.event.day ? undefined : view.path, day }, view.places)
  const enhanced = useEnhanced()
  const state = useDraft({ draft: view.draft, errors: view.errors, event, formFor: () => form })
  const action = `${link}/change?lang=${language}`
  return (
    <DaysProvider value={openDay}>
      <section class="card">
        <p class="soft">
          <bdi>{event.title}</bdi>
        </p>
        <h1>{text('changeTitle')}</h1>
        <form
          ref={state.element}
          method="post"
          action={action}
          noValidate={enhanced}
          onSubmit={state.onSubmit}
          data-redrawn
        >
          <FormNotice failure={view.failure} hasErrors={Object.keys(state.errors).length > 0} registered />
          <input type="hidden" name="type" value={view.typeId ?? ''} />
          <FormBody
            event={{ ...event, confirmBy: 'none' }}
            places={places}
            form={form}
            state={state}
            action={action}
            asks={{ email: 'fixed', phone: false, guests: undefined }}
          />
          <div class="actions sticky">
            <button class="button primary" type="submit" disabled={state.isBusy}>
              {text(state.isBusy ? 'sending' : 'save')}
            </button>
            <a class="button quiet" href={`${link}?lang=${language}`}>
              {text('back')}
            </a>
          </div>
        </form>
      </section>
      <EventFacts event={event} />
    </DaysProvider>
  )
}
