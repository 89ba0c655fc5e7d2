import { useAsked } from '../../../ui/ask.ts'
import { twofactor } from '../../base/services.ts'
import { text } from '../../identity/texts.ts'
import type { TryOutChannel } from './try-out.ts'

const LOOK_MS = 500
const MOST_LOOKS = 20

type OutboxMessageProps = {
  channel: TryOutChannel
  since: string
  params: { applicationId: string; number: number }
}

/** The message that was sent, if it stays on this machine: polls until it is there. */
export function OutboxMessage({ channel, since, params }: OutboxMessageProps) {
  const { loaded } = useAsked(`message ${since}`, async (signal) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const { body } = await twofactor.benchMessage({ params, query: { channel, since }, signal })
      if (body.message !== null) return body.message.text
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return undefined
  })
  const found = loaded.status === 'done' ? loaded.value : undefined
  if (found === undefined)
    return <p role="status">{text(loaded.status === 'loading' ? 'messageComing' : 'messageMissing')}</p>
  return (
    <figure class="id-sent">
      <figcaption>{text('messageShown')}</figcaption>
      <blockquote class="id-message">
        <bdi>{found}</bdi>
      </blockquote>
    </figure>
  )
}
