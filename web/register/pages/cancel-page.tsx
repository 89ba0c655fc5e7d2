import { isolate } from '../../ui/texts/isolate.ts'
import { text } from '../base/texts.ts'
import type { CancelView } from '../base/view.ts'

/** Asks for confirmation, because a cancellation cannot be undone. */
export function CancelPage({ view: { event, link, registration, language } }: { view: CancelView }) {
  return (
    <section class="card message">
      <p class="soft">
        <bdi>{event.title}</bdi>
      </p>
      <h1>{text('cancelTitle')}</h1>
      <p>
        <bdi>{registration.people.map(isolate).join(', ')}</bdi>
      </p>
      <p>{consequence(registration.status, event.waitlist)}</p>
      <form method="post" action={`${link}/cancel?lang=${language}`} class="actions">
        <button class="button primary" type="submit">
          {text('cancelYes')}
        </button>
        <a class="button" href={`${link}?lang=${language}`}>
          {text('cancelNo')}
        </a>
      </form>
    </section>
  )
}

/** What is lost: a place goes to the next person only if there is a waiting list. */
function consequence(status: CancelView['registration']['status'], hasList: boolean): string {
  if (status === 'waitlisted') return text('cancelWaiting')
  if (status === 'pending') return text('cancelPending')
  return text(hasList ? 'cancelToList' : 'cancelToAll')
}
