import { text } from '../base/texts.ts'
import type { EventView } from '../base/view.ts'

/** The same for everyone: it reveals nothing about whether the address was registered before. */
export function SentPage({ event, path }: { event: EventView; path: string }) {
  return (
    <section class="card message">
      <p class="soft">
        <bdi>{event.title}</bdi>
      </p>
      <h1>{text('sentTitle')}</h1>
      <p>{text('sentText')}</p>
      <p>{text('sentNext')}</p>
      <p class="soft">{text('sentHint')}</p>
      <p>
        <a class="button" href={path}>
          {text('backToEvent')}
        </a>
      </p>
    </section>
  )
}
