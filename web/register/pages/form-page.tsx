import { formatTime } from '../base/dates.ts'
import { DaysProvider, useProgramme } from '../base/programme.ts'
import { text } from '../base/texts.ts'
import type { EventView, FormPageView, Places } from '../base/view.ts'
import { useLivePlaces } from '../form/live-places.ts'
import { RegistrationForm } from '../form/registration-form.tsx'
import { About } from '../parts/about.tsx'
import { EventFacts } from '../parts/event-facts.tsx'
import { EventHead } from '../parts/event-head.tsx'
import { Schedule } from '../parts/schedule.tsx'

/** The event, with the form if registration is possible. */
export function FormPage({ view }: { view: FormPageView }) {
  const isPreview = view.preview !== null
  const path = isPreview ? undefined : view.path
  const { event, day, openDay } = useProgramme(view.event, path)
  const places = useLivePlaces({ path, day }, view.places)
  const isOpen = places.state === 'open' || places.state === 'waiting-list'
  // A form that somebody has filled in stays, even if registration closes: a notice above it says so.
  const isShown = isOpen || view.places.state === 'open' || view.failure !== null || isPreview
  return (
    <DaysProvider value={openDay}>
      {isPreview && <p class="notice warn">{text('previewNote')}</p>}
      <EventHead event={event} places={places}>
        {isShown && (
          <a class="button primary" href="#register">
            {text(places.state === 'waiting-list' ? 'joinWaiting' : 'registerNow')}
          </a>
        )}
      </EventHead>
      {event.testMode && <p class="notice warn">{text('testMode')}</p>}
      <EventFacts event={event} />
      <About title={text('about')} written={event.description} />
      <About title={text('accessibility')} written={event.accessibilityNote} />
      <Schedule event={event} places={places} query={queryOf(view)} />
      <section class="card" id="register">
        <h2>{text('register')}</h2>
        <StateNote event={event} places={places} />
        {isShown && <RegistrationForm view={{ ...view, event }} places={places} />}
      </section>
    </DaysProvider>
  )
}

/** What a link to the same page keeps. */
function queryOf({ language, preview }: FormPageView): string {
  return `?lang=${language}${preview === null ? '' : `&preview=${preview}`}`
}

function StateNote({ event, places }: { event: EventView; places: Places }) {
  const notes = {
    'waiting-list': 'stateWaitingText',
    full: 'stateFullText',
    closed: 'stateClosedText',
    cancelled: 'stateCancelledText',
    over: 'stateOverText',
  } as const
  if (places.state === 'soon') {
    const opens = event.opens ?? nextOpening(event)
    return (
      <p class="notice">
        {opens === undefined
          ? text('stateSoonNoTime')
          : text('stateSoonAt', { time: formatTime('moment', event.timezone, [opens]) })}
      </p>
    )
  }
  if (places.state === 'open')
    return (
      <>
        {event.approvalRequired && <p class="soft">{text('approvalNote')}</p>}
        {event.closes !== null && (
          <p class="soft">
            {text('closesAt', { time: formatTime('moment', event.timezone, [event.closes]) })}
          </p>
        )}
      </>
    )
  return <p class={places.state === 'waiting-list' ? 'notice warn' : 'notice'}>{text(notes[places.state])}</p>
}

function nextOpening({ types }: EventView): number | undefined {
  const times = types.flatMap(({ opensAt }) => (opensAt === null ? [] : [Date.parse(opensAt)]))
  return times.length === 0 ? undefined : Math.min(...times)
}
