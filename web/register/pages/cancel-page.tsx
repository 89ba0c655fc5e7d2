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
      <p>{text('cancelText')}</p>
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
