import type { RegistrationPageView } from '../../../src/client/registration-page.ts'
import { failureText } from '../base/failure-text.ts'
import { text } from '../base/texts.ts'

type Messages = Extract<RegistrationPageView, { page: 'not-found' | 'trouble' }>

/** A page for errors and missing pages. */
export function MessagePage({ view }: { view: Messages }) {
  const isGone = view.page === 'not-found'
  return (
    <section class="card message">
      <h1>{text(isGone ? 'notFoundTitle' : 'troubleTitle')}</h1>
      <p>{view.page === 'not-found' ? text('notFoundText') : failureText(view.failure)}</p>
    </section>
  )
}
