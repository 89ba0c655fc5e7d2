import { useEffect } from 'preact/hooks'
import { text } from '../base/texts.ts'
import type { SentView } from '../base/view.ts'

/** The same for everyone: it reveals nothing about whether the address was registered before. */
export function SentPage({ view: { event, email, path, language } }: { view: SentView }) {
  useEffect(() => {
    // The page is the answer to a form: under its own address it can be loaded again without sending the form again.
    if (email !== null) history.replaceState(null, '', `${path}/sent?lang=${language}`)
  }, [])
  return (
    <section class="card message">
      <p class="soft">
        <bdi>{event.title}</bdi>
      </p>
      <h1>{text('sentTitle')}</h1>
      {email === null ? (
        <p>{text('sentText')}</p>
      ) : (
        <>
          <p>{text('sentTo')}</p>
          <p class="address">
            <bdi>{email}</bdi>
          </p>
        </>
      )}
      <p>{text('sentNext')}</p>
      <p class="soft">{text('sentHint')}</p>
      <p>
        <a class="button" href={`${path}?lang=${language}`}>
          {text('backToEvent')}
        </a>
      </p>
    </section>
  )
}
